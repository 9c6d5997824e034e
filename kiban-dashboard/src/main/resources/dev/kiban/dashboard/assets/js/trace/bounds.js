/**
 * How much the reader takes from a trace that may come from anywhere. An hour of a busy store stays below a tenth of each.
 *
 * @typedef {object} Bounds
 * @property {number} lineBytes longest line
 * @property {number} lines most lines
 * @property {number} depth deepest nesting of arrays and objects
 * @property {number} totalBytes most bytes after decompression
 * @property {number} expansion most bytes after decompression per compressed byte, looked at once 4 MiB came out
 * @property {number} tables most tables in all lines together
 */

/** @type {Readonly<Bounds>} */
export const BOUNDS = Object.freeze({
  lineBytes: 2 ** 20,
  lines: 500_000,
  depth: 8,
  totalBytes: 256 * 2 ** 20,
  expansion: 250,
  tables: 4_000_000,
});

/** Most levels of a tree. */
export const MAX_LEVELS = 16;
