import { firstAfter, firstAtLeast } from './search.js';

/** @typedef {import('./lines.js').Table} Table */
/** @typedef {{version: number, tables: readonly Table[]}} FileSet the tables in order of their file numbers */

/** @type {FileSet} */
const NOTHING = Object.freeze({ version: 0, tables: Object.freeze([]) });

/** Changes after which a keyframe pays, however small the set. */
const KEYFRAME_AFTER = 256;

/**
 * The file set at any time, forwards and backwards. It holds the changes in order; some of them, the keyframes, replace the whole
 * set: those that the trace brings (`snap`) and more of its own, so that a seek takes no more changes than a set has tables.
 *
 * A table that a later line only repeats is the same object as before, and so is a set that did not change.
 */
export class History {
  /** @type {{t: number, version: number, full: boolean, del: number[], add: Table[]}[]} */
  #steps = [];
  /** Places of the full steps. @type {number[]} */
  #frames = [];
  #changes = 0;

  /** The set after all steps, and, while one is told in several lines, the set before. */
  #last = new Map();
  #before = new Map();

  /** The set that was asked for last: after so many steps. */
  #taken = 0;
  #shown = new Map();
  /** @type {FileSet} */
  #set = NOTHING;

  /** Takes a `snap` or `v` line; their `t` never falls. */
  append(line) {
    if (line.k === 'v') {
      this.#push({ t: line.t, version: line.version, full: false, del: line.del, add: line.add });
      return;
    }
    if (!line.cont) {
      this.#before = this.#last;
    }
    const add = line.files.map((table) => known(this.#before.get(table.file), table));
    this.#push({ t: line.t, version: line.version, full: !line.cont, del: [], add });
  }

  /** @returns {FileSet} after every line with a time up to t */
  at(t) {
    const count = firstAfter(this.#steps, t);
    if (count === this.#taken) {
      return this.#set;
    }
    const frame = this.#frames[firstAtLeast(this.#frames, count) - 1] ?? 0;
    if (count < this.#taken || frame >= this.#taken) {
      this.#shown = new Map();
      this.#taken = frame;
    }
    while (this.#taken < count) {
      this.#shown = apply(this.#shown, this.#steps[this.#taken++]);
    }
    this.#set = same(this.#set, count === 0 ? NOTHING : freeze(this.#steps[count - 1].version, this.#shown));
    return this.#set;
  }

  /** Forgets what no set at t or later needs. */
  trim(t) {
    const count = firstAfter(this.#steps, t);
    const frame = firstAtLeast(this.#frames, count) - 1;
    const gone = this.#frames[frame] ?? 0;
    if (gone === 0) {
      return;
    }
    this.#steps.splice(0, gone);
    this.#frames = this.#frames.slice(frame).map((place) => place - gone);
    if (this.#taken < gone) {
      this.#shown = new Map();
      this.#taken = 0;
      this.#set = NOTHING;
    } else {
      this.#taken -= gone;
    }
  }

  #push(step) {
    this.#record(step);
    if (this.#changes > Math.max(KEYFRAME_AFTER, this.#last.size)) {
      this.#record({ t: step.t, version: step.version, full: true, del: [], add: [...this.#last.values()] });
    }
  }

  #record(step) {
    if (step.full) {
      this.#frames.push(this.#steps.length);
      this.#changes = 0;
    } else {
      this.#changes += step.del.length + step.add.length;
    }
    this.#steps.push(step);
    this.#last = apply(this.#last, step);
  }
}

/** Removals go first: a table that moves leaves and joins under one number. */
function apply(set, step) {
  if (step.full) {
    set = new Map();
  }
  for (const file of step.del) {
    set.delete(file);
  }
  for (const table of step.add) {
    set.set(table.file, table);
  }
  return set;
}

function freeze(version, set) {
  return Object.freeze({ version, tables: Object.freeze([...set.values()].sort((a, b) => a.file - b.file)) });
}

function same(old, now) {
  const unchanged =
    old.version === now.version &&
    old.tables.length === now.tables.length &&
    old.tables.every((table, place) => table === now.tables[place]);
  return unchanged ? old : now;
}

function known(old, table) {
  return old && Object.keys(table).every((name) => old[name] === table[name]) ? old : table;
}
