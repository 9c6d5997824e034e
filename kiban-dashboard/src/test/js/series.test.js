import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latency, level, rate, writeAmplification } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/series.js';

const sample = (t, ops, more = {}) => ({ t, ops, engine: 'a', start: 1, ...more });
const ys = (points) => points.map((point) => point.y);

test('a rate is what a counter gains a second, from the second sample on', () => {
  const points = rate([sample(0, 100), sample(1000, 300), sample(1500, 400), sample(4500, 1000)], (s) => s.ops);
  assert.deepEqual(points, [{ x: 0, y: null }, { x: 1, y: 200 }, { x: 1.5, y: 200 }, { x: 4.5, y: 200 }]);
});

test('no rate is drawn across a restart, another engine, a counter that went back, or no time', () => {
  assert.deepEqual(ys(rate([sample(0, 1), sample(1000, 2, { start: 2 })], (s) => s.ops)), [null, null]);
  assert.deepEqual(ys(rate([sample(0, 1), sample(1000, 2, { engine: 'b' })], (s) => s.ops)), [null, null]);
  assert.deepEqual(ys(rate([sample(0, 9), sample(1000, 2), sample(2000, 5)], (s) => s.ops)), [null, null, 3]);
  assert.deepEqual(ys(rate([sample(0, 9, { n: 1 }), sample(1000, 2, { n: 5 })], (s) => s.n)), [null, null]);
  assert.deepEqual(ys(rate([sample(5, 1), sample(5, 2)], (s) => s.ops)), [null, null]);
});

test('what a sample does not know is not drawn', () => {
  const samples = [sample(0, 1, { rss: null }), sample(1000, 2, { rss: 5 })];
  assert.deepEqual(ys(level(samples, (s) => s.rss)), [null, 5]);
  assert.deepEqual(ys(rate(samples, (s) => s.rss)), [null, null]);
});

test('write amplification is bytes into tables for each byte from callers', () => {
  const samples = [{ t: 0, bytesIn: 0, flushBytes: 0, compactBytes: 0 }, { t: 1000, bytesIn: 100, flushBytes: 90, compactBytes: 210 }];
  assert.deepEqual(ys(writeAmplification(samples)), [null, 3]);
});

test('a latency is in milliseconds, and unknown where nothing was measured', () => {
  const samples = [{ t: 0, readNs: [0, 0, 0, 0, 0, 0] }, { t: 1000, readNs: [1000, 2_500_000, 3, 4, 5, 6] }];
  assert.deepEqual(ys(latency(samples, 'readNs', 'p99')), [null, 2.5]);
});
