import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLine } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/reader.js';
import { Trace } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/trace.js';
import { hour } from './hour.js';
import { HEAD, recording, SAMPLE } from './recording.js';
import { freshSeed, Seeded } from './seeded.js';

test('the tree is the one that a plain replay gives, forwards, backwards and anywhere', () => {
  const seed = freshSeed();
  console.log(`seed ${seed}`);
  const random = new Seeded(seed);
  const lines = churn(random, 3000);
  const trace = traceOf(lines);
  const times = [...new Set(lines.flatMap(({ t = 0 }) => [t - 1, t, t + 0.5]))].sort((a, b) => a - b);
  const expected = replays(lines, times);
  for (const [i, t] of times.entries()) {
    assert.deepEqual(trace.treeAt(t), expected[i], `at ${t}`);
  }
  for (const [i, t] of [...times.entries()].reverse()) {
    assert.deepEqual(trace.treeAt(t), expected[i], `back at ${t}`);
  }
  for (let round = 0; round < 2000; round++) {
    const i = random.below(times.length);
    assert.deepEqual(trace.treeAt(times[i]), expected[i], `anywhere at ${times[i]}`);
  }
});

test('trimming as lines come leaves every later tree right', () => {
  const seed = freshSeed();
  console.log(`seed ${seed}`);
  const random = new Seeded(seed);
  const lines = churn(random, 2000);
  const trace = new Trace();
  for (const [i, line] of lines.entries()) {
    trace.append(line);
    if (random.below(20) === 0) {
      const from = Math.max(0, trace.duration - 200);
      trace.trim(from);
      const t = from + random.below(201);
      assert.deepEqual(trace.treeAt(t), replays(lines.slice(0, i + 1), [t])[0], `at ${t} after line ${i}`);
    }
  }
});

test('a tree that did not change is the same object, across keyframes too', () => {
  const files = [[1, 0, 1, 100, 0, 9, 1, 0, 'default'], [2, 0, 2, 100, 0, 9, 1, 0, 'default']];
  const trace = traceOf(
    [
      HEAD,
      { k: 'snap', q: 2, t: 0, version: 1, files },
      { k: 'snap', q: 3, t: 10, version: 1, files: files.slice(0, 1) },
      { k: 'snap', q: 4, t: 10, version: 1, files: files.slice(1), cont: true },
      { k: 'v', q: 5, t: 20, version: 2, add: [], del: [1] },
    ].map((line) => parseLine(JSON.stringify(line))),
  );
  assert.equal(trace.treeAt(0).tables.length, 2);
  assert.equal(trace.treeAt(0), trace.treeAt(5));
  assert.equal(trace.treeAt(0), trace.treeAt(15));
  assert.notEqual(trace.treeAt(15), trace.treeAt(20));
  assert.deepEqual(trace.treeAt(20).tables.map((table) => table.file), [2]);
});

test('the sample at a time is the last one before it', () => {
  const trace = traceOf(recording().lines.map((line) => parseLine(line)));
  assert.deepEqual([-1, 0, 999, 1000, 1999, 2000, 9e9].map((t) => trace.sampleIndexAt(t)), [-1, 0, 0, 1, 1, 2, 2]);
});

test('a line that is here already is left out, and a head begins anew', () => {
  const trace = traceOf(recording().lines.map((line) => parseLine(line)));
  const { version } = trace;
  assert.equal(trace.append(parseLine(JSON.stringify({ ...SAMPLE, q: 12, t: 2000 }))), false);
  assert.equal(trace.version, version);
  assert.equal(trace.append(parseLine(JSON.stringify({ ...HEAD, id: 'other' }))), true);
  assert.ok(trace.version > version);
  assert.deepEqual([trace.head.id, trace.lastQ, trace.duration, trace.end], ['other', 1, 0, null]);
  assert.deepEqual([trace.samples, trace.events, trace.marks, trace.measures, trace.stalls, trace.jobs], [[], [], [], [], [], []]);
  assert.deepEqual(trace.treeAt(9e9), { version: 0, tables: [] });
});

test('stalls and jobs are pairs of begin and end; open ones have no end', () => {
  const events = [
    { t: 10, e: 'stall', phase: 'begin', cause: 'l0_files', kind: 'slowdown', value: 8, limit: 8 },
    { t: 20, e: 'stall', phase: 'end', cause: 'l0_files', kind: 'slowdown', ms: 10 },
    { t: 20, e: 'stall', phase: 'begin', cause: 'l0_files', kind: 'stop', value: 12, limit: 12 },
    { t: 30, e: 'compaction', phase: 'begin', job: 7, keyspace: 'k', from: 1, to: 2, tables: 4, bytes: 400, reason: 'size' },
    { t: 40, e: 'flush', phase: 'begin', job: 8, reason: 'size', bytes: 90 },
    { t: 50, e: 'compaction', phase: 'end', job: 7, keyspace: 'k', from: 1, to: 2, read: 400, bytes: 300, dropped: 5, ms: 19.5, reason: 'size', ok: false },
  ];
  const trace = traceOf([HEAD, ...events.map((event, i) => ({ k: 'e', q: i + 2, ...event }))].map((line) => parseLine(JSON.stringify(line))));
  assert.deepEqual(trace.stalls, [
    { begin: 10, end: 20, cause: 'l0_files', kind: 'slowdown', value: 8, limit: 8 },
    { begin: 20, end: null, cause: 'l0_files', kind: 'stop', value: 12, limit: 12 },
  ]);
  assert.deepEqual(trace.jobs, [
    {
      kind: 'compaction', job: 7, begin: 30, end: 50, from: 1, to: 2, bytes: 400, read: 400, written: 300, tables: 4, dropped: 5, ms: 19.5,
      reason: 'size', ok: false, keyspace: 'k',
    },
    {
      kind: 'flush', job: 8, begin: 40, end: null, from: null, to: 0, bytes: 90, read: null, written: null, tables: null, dropped: null, ms: null,
      reason: 'size', ok: null, keyspace: null,
    },
  ]);
  trace.trim(45);
  assert.deepEqual(trace.stalls.map((stall) => stall.begin), [20]);
  assert.deepEqual(trace.jobs.map((job) => job.job), [7, 8]);
  assert.deepEqual(trace.events.map((event) => event.t), [50]);
});

test('an end whose begin is no longer here is placed by how long it took', () => {
  const lines = [HEAD, { k: 'e', q: 90, t: 100, e: 'stall', phase: 'end', cause: 'memtables', kind: 'stop', ms: 30 }, { k: 'e', q: 91, t: 100, e: 'flush', phase: 'end', job: 3, bytes: 50, ms: 400, ok: true }];
  const trace = traceOf(lines.map((line) => parseLine(JSON.stringify(line))));
  assert.deepEqual(trace.stalls, [{ begin: 70, end: 100, cause: 'memtables', kind: 'stop', value: null, limit: null }]);
  assert.deepEqual([trace.jobs[0].begin, trace.jobs[0].bytes, trace.jobs[0].written], [0, null, 50]);
});

test('a made hour is told rightly: every snap is what the changes before it give', () => {
  const lines = hour(3, 600).lines.map((line) => parseLine(line));
  const without = traceOf(lines.filter((line, i) => line.k !== 'snap' || i < 2));
  const snaps = lines.filter((line) => line.k === 'snap');
  assert.equal(snaps.length, 11);
  for (const snap of snaps) {
    assert.deepEqual(without.treeAt(snap.t), { version: snap.version, tables: snap.files });
  }
});

function traceOf(lines) {
  const trace = new Trace();
  for (const line of lines) {
    trace.append(line);
  }
  return trace;
}

/** Random changes: moves, changes in several lines, keyframes in one or several lines, and a few that are not what came before. */
function churn(random, count) {
  const live = new Map();
  const lines = [parseLine(JSON.stringify(HEAD))];
  let t = 0;
  let version = 1;
  let file = 1;
  const row = (number, level) => [number, level, level === 0 ? number : 0, 1 + random.below(100), random.below(50), 50 + random.below(50), 1, 0, 'default'];
  const add = (line) => lines.push(parseLine(JSON.stringify({ q: lines.length + 1, t, ...line })));
  const snap = (rows) => {
    const parts = 1 + random.below(3);
    for (let part = 0; part < parts; part++) {
      t += random.below(8) === 0 ? 1 : 0;
      add({ k: 'snap', version, cont: part > 0, files: rows.filter((_, i) => i % parts === part) });
    }
  };
  snap([]);
  while (lines.length < count) {
    t += random.below(3);
    const kind = random.below(50);
    if (kind === 0) {
      live.clear(); // a trace need not be right to be replayed
      [1, 2, 3].map(() => file++).forEach((number) => live.set(number, row(number, 1)));
      snap([...live.values()]);
    } else if (kind < 3) {
      snap([...live.values()]);
    } else {
      version++;
      const del = [...live.keys()].filter(() => random.below(12) === 0);
      const moved = del.filter(() => random.below(3) === 0).map((number) => row(number, 1 + random.below(4)));
      const fresh = Array.from({ length: random.below(6) }, () => row(file++, 0));
      del.forEach((number) => live.delete(number));
      [...moved, ...fresh].forEach((table) => live.set(table[0], table));
      add({ k: 'v', version, add: moved, del: [...del, 999_999] });
      if (random.below(2) === 0) {
        add({ k: 'v', version, add: fresh });
      } else {
        fresh.forEach((table) => live.delete(table[0]));
      }
    }
  }
  return lines;
}

/** Sets at ascending times, by the letter of the format. */
function replays(lines, times) {
  const live = new Map();
  let version = 0;
  let next = 0;
  return times.map((t) => {
    for (; next < lines.length && (lines[next].t ?? 0) <= t; next++) {
      const line = lines[next];
      if (line.k === 'snap' && !line.cont) {
        live.clear();
      }
      (line.del ?? []).forEach((file) => live.delete(file));
      (line.files ?? line.add ?? []).forEach((table) => live.set(table.file, table));
      version = line.version ?? version;
    }
    return { version, tables: [...live.values()].sort((a, b) => a.file - b.file) };
  });
}
