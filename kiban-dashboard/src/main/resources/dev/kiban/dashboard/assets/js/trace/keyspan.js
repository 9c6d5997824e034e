/**
 * @typedef {import('./lines.js').Table} Table
 * @typedef {Table & {x0: number, x1: number}} Placed with its left and right end, from 0 to 1
 */

/** Width of a key that is all of a table, as a share of its keyspace. */
const SINGLE = 1 / 2000;

/**
 * Places tables from left to right in the order of their keys, so that what overlaps stands one above the other. Every table spreads
 * its bytes evenly over the intervals between neighbouring bounds that it covers, and an interval is as wide as the bytes that lie in
 * it: where no tables overlap, a width is in proportion to bytes. Keyspaces stand side by side in the order of their names.
 *
 * Tables whose keys are hidden cannot be placed so: then each level is packed from the left by size instead.
 *
 * @param {readonly Table[]} tables
 * @returns {{tables: Placed[], order: 'key'|'size'}} the tables in the order given
 */
export function layout(tables) {
  if (tables.some(({ lo, hi }) => lo === null || hi === null)) {
    return { tables: bySize(tables), order: 'size' };
  }
  const axes = axesOf(tables);
  const width = [...axes.values()].reduce((sum, axis) => sum + axis.width, 0) || 1;
  const scaled = (x) => Math.min(1, x / width);
  const placed = tables.map((table) => {
    const [x0, x1] = axes.get(table.keyspace).span(table);
    return { ...table, x0: scaled(x0), x1: scaled(x1) };
  });
  return { tables: placed, order: 'key' };
}

function axesOf(tables) {
  const byKeyspace = new Map();
  for (const table of tables) {
    const own = byKeyspace.get(table.keyspace);
    if (own) {
      own.push(table);
    } else {
      byKeyspace.set(table.keyspace, [table]);
    }
  }
  const axes = new Map();
  let left = 0;
  for (const keyspace of [...byKeyspace.keys()].sort()) {
    const axis = new Axis(byKeyspace.get(keyspace), left);
    axes.set(keyspace, axis);
    left += axis.width;
  }
  return axes;
}

/** The keys of one keyspace. A key that is all of some table has a width of its own; else only what lies between keys has one. */
class Axis {
  width;
  /** Places of the bounds in their order. @type {Map<number|string, number>} */
  #places;
  /** Where each bound begins, and where it ends. */
  #begin;
  #end;

  /** @param {Table[]} tables */
  constructor(tables, left) {
    const bounds = sortedBounds(tables);
    this.#places = new Map(bounds.map((bound, place) => [bound, place]));
    const count = bounds.length;
    const change = new Float64Array(count + 1); // of bytes per interval, from one interval to the next
    const single = new Uint8Array(count);
    let bytes = 0;
    for (const table of tables) {
      const [lo, hi] = this.#ends(table);
      bytes += table.bytes;
      if (lo === hi) {
        single[lo] = 1;
      } else {
        change[lo] += table.bytes / (hi - lo);
        change[hi] -= table.bytes / (hi - lo);
      }
    }
    this.#begin = new Float64Array(count);
    this.#end = new Float64Array(count);
    let x = left;
    let density = 0;
    for (let place = 0; place < count; place++) {
      this.#begin[place] = x;
      x += single[place] * Math.max(1, bytes) * SINGLE;
      this.#end[place] = x;
      density += change[place];
      x += Math.max(0, density); // rounding may leave a little less than nothing
    }
    this.width = x - left;
  }

  /** Left and right end of a table. One of several keys leaves the width of its first and last key to the tables that are just that key. */
  span(table) {
    const [lo, hi] = this.#ends(table);
    return lo === hi ? [this.#begin[lo], this.#end[lo]] : [this.#end[lo], this.#begin[hi]];
  }

  #ends({ lo, hi }) {
    const a = this.#places.get(lo);
    const b = this.#places.get(hi);
    return a <= b ? [a, b] : [b, a];
  }
}

/** Without duplicates: numbers by value, then hexadecimal strings, whose order is that of their bytes. */
function sortedBounds(tables) {
  const all = new Set();
  for (const { lo, hi } of tables) {
    all.add(lo).add(hi);
  }
  const bounds = [...all];
  const numbers = Float64Array.from(bounds.filter((bound) => typeof bound === 'number')).sort();
  return [...numbers, ...bounds.filter((bound) => typeof bound === 'string').sort()];
}

/** A width is in proportion to bytes, and the largest level fills the whole. */
function bySize(tables) {
  const levels = new Map();
  const ends = tables.map(({ level, bytes }) => {
    const x0 = levels.get(level) ?? 0;
    levels.set(level, x0 + bytes);
    return [x0, x0 + bytes];
  });
  const width = Math.max(1, ...levels.values());
  return tables.map((table, place) => ({ ...table, x0: ends[place][0] / width, x1: ends[place][1] / width }));
}
