import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { readTrace } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/reader.js';
import { gzip, LinesWriter, textOf } from './lines-writer.js';
import { freshSeed, Seeded } from './seeded.js';
import { bytesOf, HEAD, recording, refusal, SAMPLE } from './recording.js';

test('the example in the format\'s page is read whole', async () => {
  const page = fs.readFileSync(new URL('../../../../docs/format/trace.md', import.meta.url), 'utf8');
  const example = page.slice(page.lastIndexOf('```json\n') + 8, page.lastIndexOf('```'));

  const trace = await readTrace(bytesOf(example));

  assert.equal(trace.verified, true);
  assert.equal(trace.cut, null);
  assert.equal(trace.lastQ, 12);
  assert.equal(trace.duration, 1240);
  assert.equal(trace.head.engine.name, 'memories');
  assert.equal(trace.head.engine.version, '0.1.0');
  assert.equal(trace.head.engine.options.cacheSize, 1024);
  assert.equal(trace.head.t0, 1767225600000);
  assert.deepEqual(trace.head.limits, { l0Slow: 12, l0Stop: 24, memtables: 3, pendSoft: 4294967296, pendHard: 17179869184 });
  assert.deepEqual(trace.samples.map((sample) => sample.t), [0, 1240, 1240]);
  assert.deepEqual(trace.samples[1], {
    k: 's',
    q: 8,
    t: 1240,
    ops: 12736754,
    reads: 2500987,
    writes: 10235767,
    bytesIn: 2700000000,
    bytesOut: 660000000,
    levels: [
      { files: 5, bytes: 5242880, score: 1.25, target: null },
      { files: 14, bytes: 47185920, score: 1.15, target: 41943040 },
      { files: 23, bytes: 173015040, score: 1.05, target: 167772160 },
      { files: 32, bytes: 382730240, score: 0.95, target: 671088640 },
      { files: 0, bytes: 0, score: 0, target: 2684354560 },
      { files: 0, bytes: 0, score: 0, target: 10737418240 },
      { files: 0, bytes: 0, score: 0, target: 42949672960 },
    ],
    queued: 6291456,
    queuedByLevel: [0, 1048576, 2097152, 3145728, 0, 0, 0],
    delayRate: 16777216,
    stopped: false,
    stall: 'l0_files',
    blocked: 3,
    blockedMs: 14880,
    memtables: { active: 11534336, sealed: 33554432, count: 1 },
    wal: { files: 2, bytes: 50331648, written: 2900000000, syncs: 4321 },
    readNs: [1500, 1500, 1500, 1500, 1, 1500],
    writeNs: [0, 0, 0, 0, 0, 0],
    engine: 'memories',
    start: 1767225595000,
    state: 'open',
    flushBytes: 2778726400,
    compactReadBytes: 7340032000,
    compactBytes: 6815744000,
    heap: 67108864,
    gcMs: 12,
    cpuMs: 3400,
    rss: 268435456,
  });
  assert.deepEqual(trace.treeAt(239), { version: 10, tables: [] });
  assert.deepEqual(trace.treeAt(240), {
    version: 11,
    tables: [
      { file: 12, level: 0, run: 12, bytes: 3500000, lo: -2199023255552, hi: 0, entries: 9000, tombstones: 3, keyspace: 'default' },
    ],
  });
  assert.deepEqual(trace.stalls, [{ begin: 240, end: 1240, cause: 'l0_files', kind: 'slowdown', value: 12, limit: 12 }]);
  assert.deepEqual(trace.jobs, [
    {
      kind: 'flush', job: 1, begin: 200, end: 240, from: null, to: 0, bytes: 4000000, read: null, written: 3500000, tables: 1,
      dropped: null, ms: 40, reason: 'size', ok: true, keyspace: null,
    },
  ]);
  assert.deepEqual(trace.marks, [{ k: 'mark', q: 10, t: 1240, name: 'done' }]);
  assert.equal(trace.end.status, 'ok');
  assert.equal(trace.end.totals.flushes, 84);
});

test('a blob, an answer, a stream and an array give the same, gzipped or not', async () => {
  const { lines } = recording();
  for (const bytes of [bytesOf(textOf(lines)), new Uint8Array(await gzip(lines))]) {
    const sources = [bytes, new Blob([bytes]), new Response(bytes), new Blob([bytes]).stream(), byteByByte(bytes)];
    for (const source of sources) {
      const trace = await readTrace(source);
      assert.equal(trace.verified, true);
      assert.equal(trace.lastQ, lines.length);
    }
  }
});

test('progress is told up to the whole of a file', async () => {
  const bytes = bytesOf(recording().text());
  const told = [];
  await readTrace(new Blob([bytes]), { onProgress: (taken, total) => told.push([taken, total]) });
  assert.deepEqual(told.at(-1), [bytes.length, bytes.length]);
});

test('a gzip file that is cut anywhere gives every whole line that is in it', { timeout: 120_000 }, async () => {
  const { lines } = recording();
  const whole = await gzip(lines, 3);
  await Promise.all(
    Array.from({ length: whole.length - 1 }, async (_, i) => {
      const part = whole.subarray(0, i + 1);
      const text = plain(part).split('\n');
      const count = text.length - 1 + (text.at(-1) === lines[text.length - 1] ? 1 : 0); // only its line feed is missing
      const { trace, error } = await outcome(part);
      if (count === 0) {
        assert.equal(error?.reason, 'damaged', `${i + 1} bytes`);
        return;
      }
      assert.equal(error, null, `${i + 1} bytes`);
      assert.equal(trace.lastQ, count, `${i + 1} bytes`);
      assert.equal(trace.verified, count === lines.length);
      assert.deepEqual(trace.cut?.line ?? null, trace.verified ? null : count + 1);
    }),
  );
});

test('a text that is cut anywhere gives its whole lines', async () => {
  const text = recording().text();
  for (let end = 1; end < text.length; end++) {
    const { trace, error } = await outcome(bytesOf(text.slice(0, end)));
    const count = text.slice(0, end).split('\n').length - 1;
    const complete = text[end] === '\n' ? 1 : 0; // only its line feed is missing
    if (count + complete === 0) {
      assert.equal(error.reason, 'damaged');
    } else {
      assert.equal(trace.lastQ, count + complete);
      assert.equal(trace.cut !== null, complete === 0 && text[end - 1] !== '\n');
    }
  }
});

test('a bit that flips anywhere in a gzip file never passes for whole', { timeout: 240_000 }, async () => {
  const { lines } = recording();
  const whole = await gzip(lines, 3);
  const seed = freshSeed();
  console.log(`seed ${seed}`);
  const random = new Seeded(seed);
  const original = (await readTrace(whole)).samples;
  const flips = Array.from({ length: whole.length }, (_, place) => [place, random.below(8)]);
  await Promise.all(
    flips.map(async ([place, bit]) => {
      const bytes = Uint8Array.from(whole);
      bytes[place] ^= 1 << bit;
      const { trace, error } = await outcome(bytes);
      if (error) {
        assert.equal(error.name, 'TraceError', `byte ${place} bit ${bit}: ${error.stack}`);
      } else if (trace.verified) {
        // The header's time and system say nothing of the content.
        assert.deepEqual(trace.samples, original, `byte ${place} bit ${bit}`);
      } else {
        assert.notEqual(trace.cut, null, `byte ${place} bit ${bit}`);
      }
    }),
  );
});

test('a bit that flips anywhere in a text is refused, cut off or told by the checksum', async () => {
  const whole = bytesOf(recording().text());
  const random = new Seeded(7);
  const vouched = whole.lastIndexOf(0x0a, whole.length - 2); // the end says nothing of itself
  for (let place = 0; place < vouched; place++) {
    const bytes = Uint8Array.from(whole);
    bytes[place] ^= 1 << random.below(8);
    const { trace, error } = await outcome(bytes);
    assert.equal(error === null || error.name === 'TraceError', true, error?.stack);
    assert.equal(trace?.verified ?? false, false, `byte ${place}`);
  }
});

test('what follows a gzip file\'s end is no harm to what came before', async () => {
  // Decompressors differ: some pass over it, some fail there and drop what was not taken, at most a piece.
  const { lines } = recording();
  const far = [...lines.slice(0, -1), ...Array.from({ length: 500 }, (_, i) => `{"k":"x","pad":"${Math.random()}","q":${lines.length + i}}`)];
  const whole = await gzip(far);
  for (const tail of [Buffer.alloc(1), Buffer.alloc(100), Buffer.from('garbage'), whole]) {
    const { trace, error } = await outcome(Buffer.concat([whole, tail]));
    assert.equal(error, null);
    assert.equal(trace.samples.length, 3);
    assert.equal(trace.cut === null || /gzip/.test(trace.cut.reason), true);
  }
});

test('another checksum than that of the lines is damage', async () => {
  const { lines } = recording();
  const changed = lines.map((line) => line.replace('"ops":3', '"ops":4'));
  const trace = await readTrace(bytesOf(textOf(changed)));
  assert.equal(trace.verified, false);
  assert.equal(trace.cut.line, lines.length);
  assert.match(trace.cut.reason, /checksum/);
});

test('a ring that lost its beginning has nothing to compare', async () => {
  const { lines } = recording();
  const trace = await readTrace(bytesOf(textOf([lines[0], ...lines.slice(4)])));
  assert.equal(trace.verified, false);
  assert.equal(trace.cut, null);
  assert.equal(trace.end.status, 'ok');
});

test('what is no trace is refused, in plain words and with what to do', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const cases = [
    [Buffer.alloc(0), 'empty', 'The file is empty. Choose a file that ends with .ktrace.ndjson.gz.'],
    [zlib.gzipSync(''), 'empty', 'The file is empty. Choose a file that ends with .ktrace.ndjson.gz.'],
    [png, 'not-a-trace', 'Line 1 is no line of a trace. This is not a trace: choose a file that ends with .ktrace.ndjson.gz.'],
    [zlib.gzipSync(png), 'not-a-trace', /^Line 1 is no line/],
    [Buffer.from('hello\n'), 'not-a-trace', /^Line 1 is no line/],
    [Buffer.from('{}\n'), 'not-a-trace', /^Line 1 is no line/],
    [Buffer.from('[]\n'), 'not-a-trace', /^Line 1 is no line/],
    [Buffer.from('{"k":"s","q":1}\n'), 'not-a-trace', /^Line 1 is no head/],
    [Buffer.from('{"k":"head","q":1,"format":"x","v":1}\n'), 'not-a-trace', /names another format/],
    [Buffer.from([0x1f]), 'damaged', /ends before its first line/],
    [Buffer.from([0x1f, 0x8b]), 'damaged', /ends before its first line/],
    [Buffer.from('{"k":"he'), 'damaged', /ends before its first line/],
  ];
  for (const [bytes, reason, message] of cases) {
    const error = await refusal(bytes);
    assert.equal(error.reason, reason);
    assert[typeof message === 'string' ? 'equal' : 'match'](error.message, message);
  }
});

test('a newer version is refused wherever it begins, and both versions are told', async () => {
  const newer = JSON.stringify({ ...HEAD, v: 3 });
  for (const lines of [[newer], [...recording().lines, newer]]) {
    const error = await refusal(bytesOf(textOf(lines)));
    assert.equal(error.reason, 'too-new');
    assert.equal(
      error.message,
      `Line ${lines.length} is version 3 of the format, and this page knows up to version 1. Open it with a newer Kiban.`,
    );
  }
});

test('a source or a server that fails is unreadable', async () => {
  const failing = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
  assert.equal((await refusal(failing)).reason, 'unreadable');
  const error = await refusal(new Response('no', { status: 503 }));
  assert.equal(error.reason, 'unreadable');
  assert.match(error.message, /503/);
});

test('a source that fails midway is unreadable, gzipped too', async () => {
  const whole = await gzip(recording().lines);
  let pulls = 0;
  const failing = new ReadableStream({
    pull: (controller) => (pulls++ === 0 ? controller.enqueue(whole.subarray(0, 300)) : controller.error(new Error('gone'))),
  });
  assert.equal((await refusal(failing)).reason, 'unreadable');
});

test('every bound is kept', async () => {
  const { lines } = recording();
  const text = bytesOf(textOf(lines));
  const longest = Math.max(...lines.map((line) => line.length));
  for (const [name, most] of [['lineBytes', longest], ['lines', lines.length], ['totalBytes', text.length], ['tables', 6]]) {
    assert.equal((await readTrace(text, { bounds: { [name]: most } })).verified, true, name);
    const error = await refusal(text, { bounds: { [name]: most - 1 } });
    assert.equal(error.reason, 'too-large', name);
  }
});

test('a line of more than a mebibyte is refused', async () => {
  const writer = recording();
  const error = await refusal(await gzip([...writer.lines, `{"k":"x-long","q":99,"pad":"${Math.random()}${'ab'.repeat(2 ** 19)}"}`]));
  assert.equal(error.reason, 'too-large');
  assert.equal(error.line, writer.lines.length + 1);
});

test('a gzip bomb is refused before it fills the memory', async () => {
  const lines = `${JSON.stringify(HEAD)}\n${`{"k":"x","pad":"${'a'.repeat(2 ** 19)}"}\n`.repeat(64)}`;
  const error = await refusal(zlib.gzipSync(lines));
  assert.equal(error.reason, 'too-large');
  assert.match(error.message, /250 times/);
});

test('a file that is refused leaves nothing running', async () => {
  const whole = (await gzip(recording().lines)).toString('base64');
  const reader = new URL('../../main/resources/dev/kiban/dashboard/assets/js/trace/reader.js', import.meta.url);
  const script = `
    import { readTrace } from '${reader}';
    const refused = await readTrace(Buffer.from('${whole}', 'base64'), { bounds: { lines: 1 } }).catch((e) => e.reason);
    console.log(refused);`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 30_000, encoding: 'utf8' });
  assert.equal(child.stdout, 'too-large\n', child.stderr);
  assert.equal(child.status, 0, 'it did not end');
});

test('a sequence or a time that goes back is damage', async () => {
  const s = (q, t) => JSON.stringify({ ...SAMPLE, q, t });
  const head = JSON.stringify(HEAD);
  for (const [lines, words] of [
    [[s(2, 5), s(2, 6)], /sequence that does not ascend/],
    [[s(2, 5), s(3, 4)], /back in time/],
  ]) {
    const trace = await readTrace(bytesOf(textOf([head, ...lines])));
    assert.equal(trace.samples.length, 1);
    assert.equal(trace.cut.line, 3);
    assert.match(trace.cut.reason, words);
  }
});

test('damage before the first sample is refused', async () => {
  const error = await refusal(bytesOf(textOf([JSON.stringify(HEAD), '{"k":"s","q":2,"ops":"many"}'])));
  assert.equal(error.reason, 'damaged');
  assert.equal(error.message, 'Line 2 has a value of the wrong type in ops. The trace is damaged: fetch or record it again.');
});

test('kinds and fields that are not known are passed over', async () => {
  const writer = new LinesWriter();
  writer.add({ ...HEAD, colour: 'red' });
  writer.add({ k: 'weather', rain: [[[1]]] });
  writer.add({ ...SAMPLE, t: 1, mood: { good: true }, levels: [[1, 2, 3, 4, 'more']] });
  writer.add({ k: 'e', t: 2, e: 'picnic', guests: 'all' });
  writer.end(3);
  const trace = await readTrace(bytesOf(writer.text()));
  assert.equal(trace.verified, true);
  assert.equal(trace.samples.length, 1);
  assert.deepEqual(trace.samples[0].levels, [{ files: 1, bytes: 2, score: 3, target: 4 }]);
  assert.equal('mood' in trace.samples[0], false);
});

async function outcome(bytes) {
  try {
    return { trace: await readTrace(bytes), error: null };
  } catch (error) {
    return { trace: null, error };
  }
}

function byteByByte(bytes) {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => (at < bytes.length ? controller.enqueue(bytes.subarray(at, ++at)) : controller.close()),
  });
}

function plain(part) {
  try {
    return zlib.gunzipSync(part, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString();
  } catch {
    return '';
  }
}
