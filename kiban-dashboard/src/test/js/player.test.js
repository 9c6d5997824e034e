import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, FIT } from '../../main/resources/dev/kiban/dashboard/assets/js/player/clock.js';
import { momentsOf, next, previous } from '../../main/resources/dev/kiban/dashboard/assets/js/player/moments.js';

function clockOf(duration) {
  const clock = new Clock();
  clock.load(duration);
  return clock;
}

/** Plays frames of 20 ms of the display's clock. */
function frames(clock, count) {
  for (let frame = 0; frame <= count; frame++) clock.tick(1000 + frame * 20);
}

test('a clock that was not started stands', () => {
  const clock = clockOf(60_000);
  frames(clock, 10);
  assert.equal(clock.t, 0);
});

test('a playing clock goes on by the time between frames', () => {
  const clock = clockOf(60_000);
  clock.play();
  frames(clock, 50);
  assert.equal(clock.t, 1000);
});

test('a speed multiplies the time between frames', () => {
  const clock = clockOf(600_000);
  clock.speed = 30;
  clock.play();
  frames(clock, 50);
  assert.equal(clock.t, 30_000);
});

test('fit plays a long run within a minute, and a short one as it was', () => {
  const long = clockOf(600_000);
  long.speed = FIT;
  assert.equal(long.factor, 10);
  const short = clockOf(6_000);
  short.speed = FIT;
  assert.equal(short.factor, 1);
});

test('a page that was hidden goes on about where it was', () => {
  const clock = clockOf(600_000);
  clock.play();
  clock.tick(0);
  clock.tick(20);
  clock.tick(90_000);
  clock.tick(90_020);
  assert.equal(clock.t, 20 + 250 + 20);
});

test('a clock stops at the end and plays again from the beginning', () => {
  const clock = clockOf(100);
  clock.play();
  frames(clock, 20);
  assert.equal(clock.t, 100);
  assert.equal(clock.playing, false);
  clock.play();
  assert.equal(clock.t, 0);
});

test('a seek stays within the run', () => {
  const clock = clockOf(100);
  clock.seek(-5);
  assert.equal(clock.t, 0);
  clock.seek(1e9);
  assert.equal(clock.t, 100);
});

test('moments are marks, stalls, errors and slow syncs, in the order of time', () => {
  const moments = momentsOf({
    marks: [{ t: 30, name: 'done\u2028' }],
    stalls: [{ begin: 10, end: 25, cause: 'l0_files', kind: 'stop' }, { begin: 40, end: null, cause: 'new\u202Ecause', kind: 'slowdown' }],
    events: [{ t: 20, e: 'error', message: 'disk' }, { t: 5, e: 'walSync', ms: 150 }, { t: 7, e: 'flush', phase: 'begin' }],
  });
  assert.deepEqual(moments.map(({ t, text }) => [t, text]), [
    [5, 'Slow sync of the log: 150 ms'],
    [10, 'Writers stopped: files in L0, 15 ms'],
    [20, 'Error: disk'],
    [30, 'done\\u{2028}'],
    [40, 'Writers slowed: new\\u{202e}cause'],
  ]);
  assert.equal(next(moments, 10).t, 20);
  assert.equal(previous(moments, 10).t, 5);
  assert.equal(next(moments, 40), null);
  assert.equal(previous(moments, 5), null);
});
