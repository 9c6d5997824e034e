/**
 * What charts draw, out of samples: a point for each, with x in seconds, and y null where it is not known, such as a rate across a
 * restart of the store. Pure functions.
 *
 * @typedef {{x: number, y: ?number}} Point
 * @typedef {(sample: object) => ?number} Pick
 */

/**
 * What a cumulative counter gains a second.
 *
 * @param {object[]} samples
 * @param {Pick} pick the counter
 * @returns {Point[]}
 */
export function rate(samples, pick) {
  return samples.map((sample, place) => point(sample, place === 0 ? null : gain(samples[place - 1], sample, pick)));
}

/** What is as it is at each moment. @returns {Point[]} */
export function level(samples, pick) {
  return samples.map((sample) => point(sample, pick(sample) ?? null));
}

/** Bytes written by flushes and compactions for each byte that callers wrote, since the store was opened. @returns {Point[]} */
export function writeAmplification(samples) {
  return level(samples, ({ flushBytes, compactBytes, bytesIn }) => (bytesIn > 0 ? (flushBytes + compactBytes) / bytesIn : null));
}

/** Places in `readNs` and `writeNs`. */
const LATENCY = Object.freeze({ p50: 0, p99: 1, p999: 2, max: 3, count: 4, sum: 5 });

/**
 * Latency in milliseconds; null in an interval without any operation that was measured.
 *
 * @param {'readNs'|'writeNs'} of
 * @param {'p50'|'p99'|'p999'|'max'} quantile
 * @returns {Point[]}
 */
export function latency(samples, of, quantile) {
  return level(samples, (sample) => (sample[of][LATENCY.count] > 0 ? sample[of][LATENCY[quantile]] / 1e6 : null));
}

/** Whether one sample's counters go on where the other's were: of one opening of one store. */
function continues(before, after) {
  return before.engine === after.engine && before.start === after.start && before.ops <= after.ops;
}

function gain(before, after, pick) {
  const from = pick(before) ?? null;
  const to = pick(after) ?? null;
  const seconds = (after.t - before.t) / 1000;
  if (from === null || to === null || to < from || seconds <= 0 || !continues(before, after)) {
    return null;
  }
  return (to - from) / seconds;
}

function point(sample, y) {
  return { x: sample.t / 1000, y };
}
