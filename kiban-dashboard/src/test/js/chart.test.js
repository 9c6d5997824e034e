import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeTicks } from '../../main/resources/dev/kiban/dashboard/assets/js/chart/axis.js';
import { definitions } from '../../main/resources/dev/kiban/dashboard/assets/js/chart/definitions.js';
import { moved } from '../../main/resources/dev/kiban/dashboard/assets/js/chart/pointing.js';
import { valueAt } from '../../main/resources/dev/kiban/dashboard/assets/js/chart/points.js';
import { peaks, sentence } from '../../main/resources/dev/kiban/dashboard/assets/js/chart/sentence.js';
import { thin } from '../../main/resources/dev/kiban/dashboard/assets/js/chart/thin.js';
import * as format from '../../main/resources/dev/kiban/dashboard/assets/js/format.js';

const line = (count, y) => Array.from({ length: count }, (_, x) => ({ x, y: y(x) }));

test('a few points are drawn as they are', () => {
  const series = [line(900, x => x)];
  assert.equal(thin(series), series);
});

test('an hour is thinned without losing its highest and its lowest second', () => {
  const [thinned] = thin([line(3600, x => (x === 1234 ? 99 : x === 2345 ? -99 : Math.sin(x)))]);
  assert.ok(thinned.length <= 1002, String(thinned.length));
  assert.equal(Math.max(...thinned.map(({ y }) => y)), 99);
  assert.equal(Math.min(...thinned.map(({ y }) => y)), -99);
  assert.deepEqual([thinned[0].x, thinned.at(-1).x], [0, 3599]);
  assert.ok(thinned.every(({ x }, at) => at === 0 || x > thinned[at - 1].x));
});

test('series of one chart keep the same moments, and gaps stay gaps', () => {
  const [one, other] = thin([line(3600, x => (x === 700 ? null : 1)), line(3600, x => x)]);
  assert.deepEqual(one.map(({ x }) => x), other.map(({ x }) => x));
  assert.ok(one.some(({ x, y }) => x === 700 && y === null));
});

test('numbers are written with their units, and what is unknown as a dash', () => {
  assert.equal(format.bytes(43974656), '41.9 MiB');
  assert.equal(format.bytes(0), '0 B');
  assert.equal(format.bytes(1024 ** 3), '1 GiB');
  assert.equal(format.bytes(null), '–');
  assert.equal(format.count(43974656), '43,974,656');
  assert.equal(format.short(999), '999');
  assert.equal(format.short(12_345), '12.3 k');
  assert.equal(format.perSecond(1_234_567), '1.23 M/s');
  assert.equal(format.perSecond(undefined), '–');
  assert.equal(format.times(7.0612), '7.06×');
  assert.equal(format.duration(0.00153), '1.53 µs');
  assert.equal(format.duration(0.0004), '400 ns');
  assert.equal(format.duration(1250), '1.25 s');
  assert.equal(format.duration(340), '340 ms');
  assert.equal(format.duration(184_000), '3 min 4 s');
  assert.equal(format.duration(7_380_000), '2 h 3 min');
});

test('moments of a run are written as on a clock, and said', () => {
  assert.equal(format.clock(83_999), '1:23');
  assert.equal(format.clockTenths(83_999), '1:23.9');
  assert.equal(format.clock(3_723_000), '1:02:03');
  assert.equal(format.spoken(83_000), '1 minute 23 seconds');
  assert.equal(format.spoken(3_600_000), '1 hour');
  assert.equal(format.spoken(0), '0 seconds');
});

test('arrow keys move the crosshair from sample to sample, and not past the ends', () => {
  const times = [10, 11, 12, 13];
  const walk = (from, ...keys) => keys.reduce((at, key) => moved(key, false, times, at), from);
  assert.equal(walk(11, 'ArrowRight'), 12);
  assert.equal(walk(11, 'ArrowLeft'), 10);
  assert.equal(walk(11.4, 'ArrowRight'), 12, 'from a playhead between samples');
  assert.equal(walk(11.4, 'ArrowLeft'), 11);
  assert.equal(walk(13, 'ArrowRight', 'ArrowRight'), 13);
  assert.equal(walk(10, 'ArrowLeft'), 10);
  assert.equal(walk(Infinity, 'ArrowLeft'), 13, 'from nowhere to the last sample');
  assert.equal(walk(Infinity, 'ArrowRight'), 13);
  assert.equal(walk(12, 'Home'), 10);
  assert.equal(walk(12, 'End'), 13);
});

test('with Shift the crosshair leaps, and other keys or no samples move nothing', () => {
  const times = Array.from({ length: 30 }, (_, at) => at);
  assert.equal(moved('ArrowRight', true, times, 3), 13);
  assert.equal(moved('ArrowLeft', true, times, 13), 3);
  assert.equal(moved('ArrowRight', true, times, 25), 29);
  assert.equal(moved('Tab', false, times, 3), null);
  assert.equal(moved('ArrowRight', false, [], 3), null);
});

test('what waits in levels deeper than are drawn is added to the last one', () => {
  const sum = queuedByLevel => definitions.queued.series
    .map(({ points }) => points([{ t: 0, queuedByLevel }])[0].y)
    .reduce((total, y) => total + y, 0);
  assert.equal(sum([1, 2, 3]), 6);
  assert.equal(sum([1, 2, 3, 4, 5, 6, 7]), 28);
  assert.equal(sum(Array.from({ length: 16 }, () => 10)), 160);
  assert.equal(sum([]), 0);
});

test('a sample without any level leaves a gap', () => {
  assert.deepEqual(definitions.l0.series[0].points([{ t: 1000, levels: [] }]), [{ x: 1, y: null }]);
});

test('an axis has round moments of the clock it stands for', () => {
  const at = (min, max, width, origin = 0) => timeTicks({ min, max, width }, origin).map(({ value }) => value);
  assert.deepEqual(at(0, 300, 600), [0, 60, 120, 180, 240, 300]);
  assert.deepEqual(at(0, 100, 300, 45), [15, 75]);
  assert.deepEqual(at(0, 4, 900), [0, 1, 2, 3, 4]);
});

test('an axis of an absurd range has few ticks, and is done', () => {
  for (const [min, max] of [[-1e300, 5], [-1e300, 1e300], [0, 2 ** 53], [2 ** 60, 2 ** 60], [-Infinity, Infinity], [NaN, 1]]) {
    const ticks = timeTicks({ min, max, width: 900 }, 0);
    assert.ok(ticks.length <= 11, `${min} to ${max}: ${ticks.length}`);
  }
});

test('a chart is told in a sentence: its highest points, and its stalls', () => {
  const one = { format: String, bands: true, series: [{ label: 'writes' }, { label: 'reads' }] };
  const points = [[{ x: 1, y: 5 }, { x: 2, y: 9 }], [{ x: 1, y: 0 }, { x: 2, y: null }]];
  const view = { to: 3, stalls: [
    { begin: 0, end: 10, cause: 'l0_files', kind: 'slow' }, { begin: 1000, end: null, cause: 'odd\u202e', kind: 'stop' }] };
  assert.equal(sentence(one, peaks(points), x => `second ${x}`, view),
    'Writes: at most 9, at second 2; reads: none. 2 stalls, 1 of them full stops; the longest took 2 s (odd\\u{202e}).');
  assert.equal(sentence({ ...one, stacked: true }, peaks(points, true), String, { to: 3, stalls: [] }), 'In all: at most 9, at 2. No stall.');
});

test('the value at a second is that of the last point before it', () => {
  const points = [{ x: 1, y: 5 }, { x: 2, y: null }, { x: 3, y: 7 }];
  assert.deepEqual([0.9, 1, 1.9, 2, 99].map(x => valueAt(points, x)), [null, 5, 5, null, 7]);
});
