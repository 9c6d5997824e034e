import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeBands, placeFlags } from '../../main/resources/dev/kiban/dashboard/assets/js/chart/placing.js';

const area = { left: 40, right: 740 };
/** An hour over the whole area. */
const place = seconds => 40 + seconds / 3600 * 700;

test('a few flags stand where they are, in order of time, and those out of range nowhere', () => {
  const { labels, ticks } = placeFlags([{ x: 1800, name: 'half' }, { x: 0, name: 'begin' }, { x: 4000, name: 'late' }], place, area);
  assert.deepEqual(labels, [{ at: 40, text: 'begin' }, { at: 390, text: 'half' }]);
  assert.deepEqual(ticks, []);
});

test('flags side by side share a label that counts them, and keep a tick', () => {
  const { labels, ticks } = placeFlags([{ x: 900, name: 'a' }, { x: 900, name: 'b' }, { x: 912, name: 'c' }], place, area);
  assert.deepEqual(labels.map(({ text }) => text), ['a and 2 more']);
  assert.deepEqual(ticks.map(Math.floor), [217]);
});

test('20,000 flags are a dozen labels or so, far enough from each other, and a tick a pixel', () => {
  const flags = Array.from({ length: 20_000 }, (_, at) => ({ x: at * 0.18, name: `mark ${at}` }));
  const { labels, ticks } = placeFlags(flags, place, area);
  assert.ok(labels.length >= 11 && labels.length <= 13, String(labels.length));
  assert.ok(labels.every(({ at }, i) => i === 0 || at - labels[i - 1].at > 50));
  assert.ok(ticks.length <= 701, String(ticks.length));
  assert.equal(new Set(ticks.map(Math.floor)).size, ticks.length);
});

test('a flag shows what would reorder it, and as much of a long name as can be read', () => {
  const { labels } = placeFlags([{ x: 0, name: 'a\u202eb' }, { x: 1800, name: '😀'.repeat(100_000) }], place, area);
  assert.equal(labels[0].text, 'a\\u{202e}b');
  assert.equal(labels[1].text, `${'😀'.repeat(60)}…`);
});

test('bands cover what they last, cut to the range', () => {
  const boxes = placeBands([
    { from: -10, to: 360, cause: 'a', stop: false },
    { from: 1800, to: 1800, cause: 'b', stop: true },
    { from: 3240, to: 9999, cause: 'c', stop: true },
    { from: 5000, to: 6000, cause: 'd', stop: true },
  ], place, area);
  assert.deepEqual(boxes, [
    { left: 40, right: 110, cause: 'a', stop: false },
    { left: 390, right: 391.5, cause: 'b', stop: true },
    { left: 670, right: 740, cause: 'c', stop: true },
  ]);
});

test('24,000 bands are a box a pixel at most, and a stop among them is not lost', () => {
  const bands = Array.from({ length: 24_000 }, (_, at) =>
    ({ from: at * 0.15, to: at * 0.15 + 0.05, cause: at === 12_345 ? 'disk_space' : 'l0_files', stop: at === 12_345 }));
  const boxes = placeBands(bands, place, area);
  assert.ok(boxes.length > 600 && boxes.length <= 701, String(boxes.length));
  const stops = boxes.filter(({ stop }) => stop);
  assert.deepEqual(stops.map(({ cause }) => cause), ['disk_space']);
  assert.ok(Math.abs(stops[0].left - place(12_345 * 0.15)) <= 1);
});

test('bands that overlap, as no engine would write them, are bounded too', () => {
  const bands = Array.from({ length: 24_000 }, (_, at) => ({ from: 1800 - at * 0.05, to: 1800 + at * 0.05, cause: 'x', stop: false }));
  assert.ok(placeBands(bands, place, area).length <= 1400);
});
