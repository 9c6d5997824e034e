import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLine, TraceError } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/reader.js';
import { HEAD, SAMPLE } from './recording.js';

const EXAMPLES = {
  head: { ...HEAD, id: 'x', title: 'x', t0: 1, sampleMs: 1, levels: 3, engine: {}, workload: {}, host: {}, limits: {} },
  s: {
    ...SAMPLE, q: 2, bytesIn: 1, bytesOut: 1, queued: 1, queuedByLevel: [1], delayRate: 1, stopped: true, stall: 'x', blocked: 1, blockedMs: 1,
    memtables: [1], wal: [1], readNs: [1], writeNs: [1], flushBytes: 1, compactReadBytes: 1, compactBytes: 1, heap: 1, gcMs: 1, cpuMs: 1, rss: 1,
  },
  snap: { k: 'snap', q: 2, t: 1, version: 1, files: [], cont: true },
  v: { k: 'v', q: 2, t: 1, version: 1, add: [], del: [] },
  e: {
    k: 'e', q: 2, t: 1, e: 'x', phase: 'x', job: 1, bytes: 1, tables: 1, read: 1, dropped: 1, ms: 1, value: 1, limit: 1, reason: 'x',
    keyspace: 'x', cause: 'x', kind: 'x', component: 'x', message: 'x', from: 1, to: 1, ok: true,
  },
  mark: { k: 'mark', q: 2, t: 1, name: 'x' },
  m: { k: 'm', q: 2, writers: 1, mode: 'x', rep: 1, opsPerSec: 1.5, syncs: 1 },
  end: { k: 'end', q: 2, t: 1, status: 'x', totals: {}, lines: 1, crc32c: 'x' },
};

test('a value of a wrong type in any known field is damage, and null is as good as absent', () => {
  const values = [7.5, 'text', true, [], {}];
  for (const [kind, example] of Object.entries(EXAMPLES)) {
    parseLine(JSON.stringify(example));
    for (const field of Object.keys(example).filter((field) => field !== 'k')) {
      for (const value of values.filter((value) => typeOf(value) !== typeOf(example[field]))) {
        const error = refusal(JSON.stringify({ ...example, [field]: value }));
        const reason = field === 'format' && typeof value === 'string' ? 'not-a-trace' : 'damaged';
        assert.equal(error?.reason, reason, `${kind}.${field} = ${JSON.stringify(value)}`);
      }
      if (!['q', 'v', 'format'].includes(field)) {
        parseLine(JSON.stringify({ ...example, [field]: null }));
      }
    }
  }
});

test('a number that is not exact, or falls below 0, is damage', () => {
  for (const number of ['1e308', '1e999', '-1e999', '9007199254740993e1', '-1', '-0.5']) {
    for (const line of [
      `{"k":"s","q":2,"t":${number}}`,
      `{"k":"s","q":2,"ops":${number}}`,
      `{"k":"s","q":2,"levels":[[1,${number}]]}`,
      `{"k":"s","q":2,"queuedByLevel":[${number}]}`,
      `{"k":"v","q":2,"del":[${number}]}`,
      `{"k":"v","q":2,"add":[[1,0,0,${number}]]}`,
    ]) {
      assert.equal(refusal(line)?.reason, 'damaged', line);
    }
  }
  for (const word of ['NaN', 'Infinity', '-Infinity', '01', '0x10', '+1', '.5', "'1'"]) {
    assert.equal(refusal(`{"k":"s","q":2,"t":${word}}`)?.reason, 'damaged', word);
  }
});

test('fractions of whole numbers are cut off, and no zero is negative', () => {
  const line = parseLine('{"k":"s","q":2,"t":7.9,"ops":-0,"levels":[[1,2.5,0.75]]}');
  assert.equal(line.t, 7);
  assert.ok(Object.is(line.ops, 0));
  assert.deepEqual(line.levels, [{ files: 1, bytes: 2, score: 0.75, target: null }]);
});

test('a table takes ranks, hexadecimal or nothing as keys, and lacks nothing that is left out', () => {
  const add = (table) => parseLine(JSON.stringify({ k: 'v', q: 2, add: [table] })).add[0];
  assert.deepEqual(add([4]), { file: 4, level: 0, run: 0, bytes: 0, lo: null, hi: null, entries: 0, tombstones: 0, keyspace: 'default' });
  assert.equal(add([1, 2, 3, 4, -(2 ** 53), 2 ** 53]).hi, 2 ** 53);
  assert.equal(add([1, 2, 3, 4, '00ff', '']).lo, '00ff');
  for (const bound of [1.5, 2 ** 54, true, [], {}]) {
    assert.equal(refusal(JSON.stringify({ k: 'v', q: 2, add: [[1, 0, 0, 0, bound]] }))?.reason, 'damaged');
  }
});

test('sixteen levels are the most', () => {
  const levels = (count) => JSON.stringify({ k: 's', q: 2, levels: new Array(count).fill([1]) });
  assert.equal(parseLine(levels(16)).levels.length, 16);
  assert.equal(refusal(levels(17)).reason, 'damaged');
  assert.equal(refusal('{"k":"v","q":2,"add":[[1,16]]}').reason, 'damaged');
  assert.equal(parseLine(JSON.stringify({ ...HEAD, levels: 99 })).levels, 16);
});

test('nesting is bounded before anything is parsed', () => {
  const deep = (depth) => `{"k":"x","a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  assert.deepEqual(parseLine(deep(8)), { k: 'x', q: 0 });
  assert.equal(refusal(deep(9)).reason, 'too-large');
  assert.equal(refusal('['.repeat(1_000_000)).reason, 'too-large');
  assert.equal(refusal(`{"a":${'{"a":'.repeat(200_000)}`).reason, 'too-large');
  assert.deepEqual(parseLine('{"k":"x","a":"[[[[[[[[[[\\"[[[[[[[["}'), { k: 'x', q: 0 });
});

test('names that mean something to the language mean nothing here', () => {
  const line = parseLine(
    '{"k":"s","q":2,"__proto__":{"ops":9,"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":0}',
  );
  assert.equal(line.ops, 0);
  assert.equal(line.polluted, undefined);
  assert.equal({}.polluted, undefined);
  assert.equal(Object.getPrototypeOf(line), Object.prototype);
  assert.equal(parseLine('{"k":"__proto__","q":3}').q, 3);
  assert.equal(parseLine('{"k":"constructor","q":3}').q, 3);
  const head = parseLine('{"k":"head","q":1,"format":"kiban-trace","v":1,"host":{"__proto__":{"polluted":1}}}');
  assert.equal({}.polluted, undefined);
  assert.equal(head.host.polluted, undefined);
});

test('what a refusal says holds nothing out of the line', () => {
  for (const line of ['{"secret', '{"k":"s","q":2,"ops":"secret"}', '{"k":"s","q":"secret"}', 'secret', '{"k":"head","q":1,"format":"secret"}']) {
    assert.doesNotMatch(refusal(line).message, /secret/);
  }
});

test('a line is one JSON object', () => {
  for (const text of ['', ' ', 'null', '[]', '1', '"k"', '{}', '{"k":1}', '{"k":"s"}', '{"k":"s","q":0}', '{"k":"s","q":2}}', '\ufeff{"k":"s","q":2}']) {
    assert.equal(refusal(text)?.reason, 'damaged', text);
  }
});

function refusal(text) {
  try {
    parseLine(text);
    return null;
  } catch (error) {
    assert.ok(error instanceof TraceError, error.stack);
    return error;
  }
}

function typeOf(value) {
  return Array.isArray(value) ? 'array' : typeof value;
}
