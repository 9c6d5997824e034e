// What each chart shows. Points are made from a trace's samples; everything is drawn over one axis of seconds.

import { latency, level, rate, writeAmplification } from '../trace/series.js';
import { bytes, bytesPerSecond, count, decimal, duration, perSecond, times } from '../format.js';

/**
 * @typedef {object} Series
 * @property {string} label
 * @property {string} token colour
 * @property {number[]} [dash]
 * @property {(samples: object[]) => {x: number, y: number | null}[]} points
 *
 * @typedef {object} Definition
 * @property {Series[]} series
 * @property {(value: number | null) => string} format
 * @property {boolean} [binary] bytes: the axis is divided by powers of two
 * @property {boolean} [stacked] areas on each other
 * @property {boolean} [logarithmic]
 * @property {boolean} [bands] stalls are drawn behind
 * @property {boolean} [whole] only whole numbers on the axis
 * @property {(head: object) => {y: number, label: string, near?: boolean}[]} [limits] near: drawn only when the data comes near
 */

const DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [10, 4], [1, 3]];

const levels = [0, 1, 2, 3, 4, 5, 6];

/** What waits in a level; in the last that is drawn, what waits in deeper ones too, so that the sum is that of all. */
const queuedIn = (sample, at) => (at < levels.length - 1 ? sample.queuedByLevel[at] ?? 0
  : sample.queuedByLevel.slice(at).reduce((sum, bytesOfLevel) => sum + bytesOfLevel, 0));

const limit = (y, label, near = false) => (y > 0 ? [{ y, label, near }] : []);

/** @type {Record<string, Definition>} */
export const definitions = {
  operations: {
    format: perSecond,
    bands: true,
    series: [
      { label: 'writes', token: 'series-1', points: samples => rate(samples, sample => sample.writes) },
      { label: 'reads', token: 'series-2', dash: DASHES[1], points: samples => rate(samples, sample => sample.reads) },
    ],
  },
  queued: {
    format: bytes,
    binary: true,
    stacked: true,
    limits: head => [...limit(head.limits.pendSoft, 'slowed', true), ...limit(head.limits.pendHard, 'stopped', true)],
    series: levels.map(at => ({
      label: `L${at}`,
      token: `level-${at}`,
      dash: DASHES[at],
      points: samples => level(samples, sample => queuedIn(sample, at)),
    })),
  },
  l0: {
    format: count,
    whole: true,
    limits: head => [...limit(head.limits.l0Slow, 'slowed'), ...limit(head.limits.l0Stop, 'stopped')],
    series: [{ label: 'files in L0', token: 'level-0', points: samples => level(samples, sample => sample.levels[0]?.files) }],
  },
  blocked: {
    format: decimal,
    bands: true,
    series: [
      {
        label: 'writers held, on average',
        token: 'band',
        points: samples => rate(samples, sample => sample.blockedMs / 1000),
      },
    ],
  },
  memtables: {
    format: bytes,
    binary: true,
    stacked: true,
    series: [
      { label: 'taking writes', token: 'series-1', points: samples => level(samples, sample => sample.memtables.active) },
      { label: 'waiting for flush', token: 'series-2', dash: DASHES[1], points: samples => level(samples, sample => sample.memtables.sealed) },
    ],
  },
  wal: {
    format: bytes,
    binary: true,
    series: [{ label: 'log in files', token: 'series-3', points: samples => level(samples, sample => sample.wal.bytes) }],
  },
  background: {
    format: bytesPerSecond,
    binary: true,
    series: [
      { label: 'compactions', token: 'series-1', points: samples => rate(samples, sample => sample.compactBytes) },
      { label: 'flushes', token: 'series-2', dash: DASHES[1], points: samples => rate(samples, sample => sample.flushBytes) },
    ],
  },
  latency: {
    format: duration,
    logarithmic: true,
    bands: true,
    series: [
      { label: 'p50', token: 'series-3', points: samples => latency(samples, 'writeNs', 'p50') },
      { label: 'p99', token: 'series-1', dash: DASHES[1], points: samples => latency(samples, 'writeNs', 'p99') },
      { label: 'longest', token: 'series-2', dash: DASHES[2], points: samples => latency(samples, 'writeNs', 'max') },
    ],
  },
  amplification: {
    format: times,
    series: [{ label: 'bytes written to tables for each byte put', token: 'series-3', points: writeAmplification }],
  },
};
