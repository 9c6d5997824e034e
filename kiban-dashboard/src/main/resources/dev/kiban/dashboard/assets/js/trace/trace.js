import { Activity } from './activity.js';
import { TraceError } from './error.js';
import { History } from './history.js';
import { firstAfter } from './search.js';

/**
 * What a store told, in memory: of a file that was read, or of a live engine, whose lines are appended as they come and trimmed as
 * they age. Lines are as `parseLine` returns them. All arrays are in the order of time; they are for reading only.
 */
export class Trace {
  /** The first line; null before it. */
  head = null;
  samples = [];
  events = [];
  marks = [];
  /** Points of the benchmark that doubles its writers. */
  measures = [];
  /** The last line of a closed recording; null until seen. */
  end = null;
  /** Where a file that was not read to its end stops: the first line that is missing, and why, in words. @type {?{line: number, reason: string}} */
  cut = null;
  /** Whether the checksum of a whole recording was compared and is right. */
  verified = false;
  lastQ = 0;
  /** Milliseconds, the last time seen. */
  duration = 0;
  /** Counts up with every change, for whoever keeps something computed. */
  version = 0;
  #history = new History();
  #activity = new Activity();

  /**
   * Takes the next line. A head forgets everything before it, as when a live answer starts anew; kinds that are not known change
   * nothing.
   *
   * @param {import('./lines.js').Line} line
   * @returns {boolean} false when the line was here already, by its sequence
   * @throws {TraceError} when it cannot come next
   */
  append(line) {
    if (line.k === 'head') {
      this.#restart(line);
      return true;
    }
    if (this.head === null) {
      throw new TraceError('not-a-trace', 'is no head, with which a trace begins');
    }
    if (line.q > 0 && line.q <= this.lastQ) {
      return false;
    }
    if (line.t < this.duration) {
      throw new TraceError('damaged', 'goes back in time');
    }
    this.lastQ = Math.max(this.lastQ, line.q);
    this.duration = line.t ?? this.duration;
    this.version++;
    this.#take(line);
    return true;
  }

  /** Place of the last sample at t or before; -1 when there is none. */
  sampleIndexAt(t) {
    return firstAfter(this.samples, t) - 1;
  }

  /**
   * The file set after every line up to t: exact, and the same object as long as it is the same set.
   *
   * @returns {import('./history.js').FileSet}
   */
  treeAt(t) {
    return this.#history.at(t);
  }

  get stalls() {
    return this.#activity.stalls;
  }

  get jobs() {
    return this.#activity.jobs;
  }

  /** Forgets what is older than t, but for what the file sets from t on and whatever still lasts then need. */
  trim(t) {
    for (const timed of [this.samples, this.events, this.marks]) {
      timed.splice(0, firstAfter(timed, t - 1));
    }
    this.#history.trim(t);
    this.#activity.trim(t);
    this.version++;
  }

  #take(line) {
    switch (line.k) {
      case 's':
        this.samples.push(line);
        break;
      case 'snap':
      case 'v':
        this.#history.append(line);
        break;
      case 'e':
        this.events.push(line);
        this.#activity.append(line);
        break;
      case 'mark':
        this.marks.push(line);
        break;
      case 'm':
        this.measures.push(line);
        break;
      case 'end':
        this.end = line;
        break;
    }
  }

  #restart(head) {
    this.head = head;
    this.samples = [];
    this.events = [];
    this.marks = [];
    this.measures = [];
    this.end = null;
    this.cut = null;
    this.verified = false;
    this.lastQ = head.q;
    this.duration = 0;
    this.version++;
    this.#history = new History();
    this.#activity = new Activity();
  }
}
