// What an engine is doing at a moment, from its trace.

import { rate } from '../trace/series.js';

/**
 * The sample in force at t, in milliseconds: the last one before it; the first one for the moments before that.
 * @param {import('../trace/trace.js').Trace} trace
 */
export const sampleAt = (trace, t) => trace.samples[Math.max(0, trace.sampleIndexAt(t))] ?? null;

/**
 * @param {import('../trace/trace.js').Trace} trace
 * @param {number} t milliseconds
 * @returns {null | {sample: object, writes: number | null, reads: number | null, disk: number, compactions: number, lastStall: object | null, writeState: string}}
 */
export function momentOf(trace, t) {
  const sample = sampleAt(trace, t);
  if (sample === null) return null;
  const at = trace.sampleIndexAt(t);
  const pair = trace.samples.slice(Math.max(0, at - 1), at + 1);
  const last = pick => rate(pair, pick).at(-1)?.y ?? null;
  return {
    sample,
    writes: last(one => one.writes),
    reads: last(one => one.reads),
    disk: sample.levels.reduce((sum, level) => sum + level.bytes, sample.wal.bytes),
    compactions: trace.jobs.filter(({ kind, begin, end }) => kind === 'compaction' && begin <= t && (end === null || end > t)).length,
    lastStall: trace.stalls.filter(({ begin }) => begin <= t).at(-1) ?? null,
    writeState: sample.stopped ? 'stopped' : sample.stall === null ? 'free' : 'slowed',
  };
}

/** The engine's state in words: as its last sample says it, closed when its trace has ended. */
export function engineState(feed) {
  if (feed.state === 'unseen') return 'closed';
  if (feed.state === 'closed') return feed.trace.end.status === 'ok' ? 'closed' : feed.trace.end.status;
  return feed.trace.samples.at(-1)?.state ?? (feed.state === 'loading' ? 'loading' : 'open');
}

export const STATES = {
  open: 'Open',
  read_only: 'Read-only',
  failed: 'Failed',
  closed: 'Closed',
  loading: 'Loading',
};

export const WRITE_STATES = { free: 'Free', slowed: 'Slowed', stopped: 'Stopped' };

/** What to tell people of a feed; null while all is well. */
export function noticeOf(feed) {
  switch (feed.state) {
    case 'stale':
      return ['stale', feed.answered === 0
        ? 'No answer yet. The application may be starting or stopped; this page tries again.'
        : 'No answer now: what you see is the last that came. The application may be stopped; this page tries again.'];
    case 'closed':
      return ['closed', 'The engine was closed. What you see is its last hour.'];
    case 'unseen':
      return ['closed', 'The engine was closed before the dashboard could follow it.'];
    case 'gone':
      return ['closed', 'This application has no engine of that name any more.'];
    case 'refused':
      return ['error', 'The application refused to answer. Sign in, or open the dashboard on the machine itself.'];
    case 'newer':
      return ['error', 'The engine speaks a newer trace format than this page. Reload the page; if that does not help, update the dashboard.'];
    case 'broken':
      return ['error', 'The answer is no trace. Reload the page; if that does not help, look into the application\'s log.'];
    default:
      return null;
  }
}
