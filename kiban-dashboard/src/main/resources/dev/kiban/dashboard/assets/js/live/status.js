// What a page says of an engine besides its figures: its state, and a notice while not all is well.

import { say, setText } from '../page.js';

const STATES = { open: 'Open', read_only: 'Read-only', failed: 'Failed', closed: 'Closed' };

/**
 * @param {import('./feed.js').Feed} feed
 * @param {HTMLElement} chip the state; as the server wrote it until more is known
 * @param {HTMLElement} notice
 * @returns {boolean} whether there is something to tell people
 */
export function showStatus(feed, chip, notice) {
  const state = stateOf(feed);
  if (state !== null) {
    chip.dataset.state = state;
    setText(chip, Object.hasOwn(STATES, state) ? STATES[state] : state);
  }
  const words = noticeOf(feed);
  say(notice, ...(words ?? ['', null]));
  return words !== null;
}

/** As its last sample says it; closed when its trace has ended. Null where nothing is known. */
function stateOf(feed) {
  if (feed.state === 'unseen') return 'closed';
  if (feed.state === 'closed') return feed.trace.end.status === 'ok' ? 'closed' : feed.trace.end.status;
  return feed.trace.samples.at(-1)?.state ?? null;
}

/** Its kind and what to tell people; null while all is well. */
function noticeOf(feed) {
  switch (feed.state === 'live' ? feed.trace.samples.at(-1)?.state : feed.state) {
    case 'read_only':
      return ['error', 'The engine takes no more writes, since one of its files could not be written or synced. Look into the application\'s log, mend the cause, and restart it.'];
    case 'failed':
      return ['error', 'The engine failed. Look into the application\'s log.'];
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
      return ['error', 'The application refused to answer. Sign in, or open the dashboard on the machine itself, and reload this page.'];
    case 'newer':
      return ['error', 'The engine speaks a newer trace format than this page. Reload the page; if that does not help, update the dashboard.'];
    case 'broken':
      return ['error', 'The answer is no trace. Reload the page; if that does not help, look into the application\'s log.'];
    default:
      return null;
  }
}
