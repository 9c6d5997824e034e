// What an engine was doing at a moment, from its trace.

import { rate } from './series.js';

/**
 * The sample in force at t, in milliseconds: the last one before it; the first one for the moments before that.
 * @param {import('./trace.js').Trace} trace
 */
export const sampleAt = (trace, t) => trace.samples[Math.max(0, trace.sampleIndexAt(t))] ?? null;

/**
 * @param {import('./trace.js').Trace} trace
 * @param {number} t milliseconds
 * @returns {null | {sample: object, writes: number | null, reads: number | null, disk: number, compactions: number, lastStall: object | null, writeState: string}}
 */
export function pictureAt(trace, t) {
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

export const WRITE_STATES = { free: 'Free', slowed: 'Slowed', stopped: 'Stopped' };
