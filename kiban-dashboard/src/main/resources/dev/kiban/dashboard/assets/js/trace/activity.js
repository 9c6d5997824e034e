/**
 * A stall: how long writers were slowed or stopped, and why. Times are milliseconds of the trace; one that lasts has no end.
 *
 * @typedef {{begin: number, end: ?number, cause: string, kind: string, value: ?number, limit: ?number}} Stall
 */

/**
 * A flush or a compaction. What its begin or its end would tell is null where that line is not in the trace.
 *
 * @typedef {object} Job
 * @property {'flush'|'compaction'} kind
 * @property {number} job
 * @property {number} begin
 * @property {?number} end
 * @property {?number} from level; null of a flush
 * @property {?number} to level; 0 of a flush
 * @property {?number} bytes that go in
 * @property {?number} read
 * @property {?number} written
 * @property {?number} tables written by a flush, or read by a compaction
 * @property {?number} dropped entries
 * @property {?number} ms exact duration
 * @property {?string} reason
 * @property {?boolean} ok
 * @property {?string} keyspace
 */

/** Pairs the begins and ends of stalls and jobs. An end whose begin was trimmed away is placed by its duration. */
export class Activity {
  /** @type {Stall[]} */
  stalls = [];
  /** @type {Job[]} */
  jobs = [];
  #running = new Map();

  /** Takes an `e` line. */
  append(event) {
    if (event.e === 'stall') {
      this.#stall(event);
    } else if (event.e === 'flush' || event.e === 'compaction') {
      this.#job(event);
    }
  }

  /** Forgets what ended before t. */
  trim(t) {
    const lasts = ({ end }) => end === null || end >= t;
    this.stalls = this.stalls.filter(lasts);
    this.jobs = this.jobs.filter(lasts);
  }

  #stall(event) {
    const { t, cause = '', kind = '' } = event;
    const last = this.stalls.at(-1);
    const open = last && last.end === null ? last : null;
    if (event.phase === 'begin') {
      if (open) {
        open.end = t; // there is one stall at a time
      }
      this.stalls.push({ begin: t, end: null, cause, kind, value: event.value ?? null, limit: event.limit ?? null });
    } else if (event.phase === 'end') {
      if (open) {
        open.end = t;
      } else {
        this.stalls.push({ begin: beginning(event), end: t, cause, kind, value: null, limit: null });
      }
    }
  }

  #job(event) {
    const key = `${event.e} ${event.job}`;
    if (event.phase === 'begin') {
      const job = begun(event, event.t);
      this.#running.set(key, job);
      this.jobs.push(job);
    } else if (event.phase === 'end') {
      let job = this.#running.get(key);
      if (!job) {
        job = { ...begun(event, beginning(event)), bytes: null };
        this.jobs.push(job);
      }
      this.#running.delete(key);
      Object.assign(job, {
        end: event.t,
        read: event.read ?? null,
        written: event.bytes ?? null,
        tables: event.tables ?? job.tables,
        dropped: event.dropped ?? null,
        ms: event.ms ?? null,
        reason: event.reason ?? job.reason,
        ok: event.ok ?? null,
      });
    }
  }
}

function beginning(event) {
  return Math.max(0, event.t - (event.ms ?? 0));
}

/** @returns {Job} */
function begun(event, begin) {
  return {
    kind: event.e,
    job: event.job ?? 0,
    begin,
    end: null,
    from: event.from ?? null,
    to: event.to ?? (event.e === 'flush' ? 0 : null),
    bytes: event.bytes ?? null,
    read: null,
    written: null,
    tables: event.tables ?? null,
    dropped: null,
    ms: null,
    reason: event.reason ?? null,
    ok: null,
    keyspace: event.keyspace ?? null,
  };
}
