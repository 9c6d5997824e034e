// Follows an engine's trace: once a second the lines that are new. A hidden page pauses; it catches up when it is seen again.

import { Trace } from '../trace/trace.js';
import { TraceError, parseLine } from '../trace/reader.js';

const EVERY = 1000;
const PATIENCE = 10_000;
const SLOWEST = 5000;
const HOUR = 3_600_000;

/**
 * @typedef {'loading' | 'live' | 'stale' | 'closed' | 'unseen' | 'gone' | 'refused' | 'newer' | 'broken'} FeedState
 * loading: no answer yet. live: followed. stale: no answer now, tried again. closed: the engine was closed.
 * unseen: it was closed before anybody followed it.
 * gone: no such engine. refused: not allowed. newer: a format that this page does not know. broken: lines that are no trace.
 */

export class Feed {
  /** @type {Trace} */
  trace = new Trace();
  /** @type {FeedState} */
  state = 'loading';
  /** When the last answer came, milliseconds since 1970; 0 before the first. */
  answered = 0;
  #url;
  #onChange;

  /**
   * @param {string} url of the engine's trace
   * @param {(feed: Feed) => void} onChange after each answer and each failure
   */
  constructor(url, onChange) {
    this.#url = url;
    this.#onChange = onChange;
  }

  /** Follows until the engine is closed or nothing more can come. */
  async follow() {
    let pause = EVERY;
    do {
      if (document.hidden) await seen();
      await this.#ask();
      pause = this.state === 'stale' ? Math.min(pause * 1.5, SLOWEST) : EVERY;
      try {
        this.#onChange(this);
      } catch (failure) {
        reportError(failure); // one picture that fails must not be the last
      }
      await sleep(pause);
    } while (this.state === 'live' || this.state === 'stale');
  }

  async #ask() {
    try {
      let lines = await this.#lines(this.trace.lastQ);
      // Another process or another opening may have sequences that look like a continuation.
      if (lines !== null && this.#isAnother(lines)) lines = await this.#lines(0);
      if (lines === null) return;
      lines.forEach(line => this.trace.append(line));
      this.trace.trim(this.trace.duration - HOUR);
      this.answered = Date.now();
      // The first answer of an engine that is followed begins with a head.
      this.state = this.trace.head === null ? 'unseen' : this.trace.end === null ? 'live' : 'closed';
    } catch (failure) {
      if (!(failure instanceof TraceError)) this.state = 'stale';
      else this.state = failure.reason === 'too-new' ? 'newer' : 'broken';
    }
  }

  /** The lines after a sequence; null when the answer says that there will be none. */
  async #lines(since) {
    const answer = await fetch(`${this.#url}?since=${since}`, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 404) this.state = 'gone';
    else if (answer.status === 401 || answer.status === 403 || answer.redirected) this.state = 'refused';
    else if (!answer.ok) throw new Error(`status ${answer.status}`);
    else {
      const text = await answer.text();
      return text.split('\n').filter(line => line !== '').map(line => parseLine(line));
    }
    return null;
  }

  #isAnother(lines) {
    const last = this.trace.samples.at(-1);
    if (last === undefined || lines.length === 0 || lines[0].k === 'head') return false;
    const sample = lines.find(({ k }) => k === 's');
    return lines[0].t < this.trace.duration - EVERY
      || (sample !== undefined && (sample.start !== last.start || sample.engine !== last.engine));
  }
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

/** When the page is seen. */
const seen = () => new Promise(resolve => {
  const look = () => {
    if (!document.hidden) {
      document.removeEventListener('visibilitychange', look);
      resolve();
    }
  };
  document.addEventListener('visibilitychange', look);
});
