import { BOUNDS, MAX_LEVELS } from './bounds.js';
import { TraceError } from './error.js';
import { Fields } from './fields.js';

/** Milliseconds since 1970 of the last moment that a date can be made of, less a run's length. */
const LAST_T0 = 8.6e15;

const FORMAT = 'kiban-trace';
const VERSION = 1;

/**
 * @typedef {object} Table
 * @property {number} file
 * @property {number} level
 * @property {number} run
 * @property {number} bytes
 * @property {number|string|null} lo
 * @property {number|string|null} hi
 * @property {number} entries
 * @property {number} tombstones
 * @property {string} keyspace
 */

/**
 * A line: an object with its kind `k`, its sequence `q`, all but a few kinds with the time `t`, and the fields of the kind under the
 * names of the format. Of a kind that is not known there are only `k` and `q`.
 *
 * @typedef {{k: string, q: number}} Line
 */

/**
 * Reads one line. What it returns holds checked fields only, apart from the objects that are shown by name (`options`, `workload`,
 * `host`, `totals`, and the point of an `m`).
 *
 * @param {string} text
 * @param {number} [depth]
 * @returns {Line}
 * @throws {TraceError} when it is not a line of a trace
 */
export function parseLine(text, depth = BOUNDS.depth) {
  if (text.length > BOUNDS.lineBytes) {
    throw new TraceError('too-large', `is longer than ${BOUNDS.lineBytes.toLocaleString('en')} characters`);
  }
  const line = new Fields(parse(text, depth));
  const k = line.text('k');
  if (k === '') {
    throw new TraceError('damaged', 'has no kind');
  }
  const read = KINDS.get(k);
  if (!read) {
    return { k, q: line.count('q') };
  }
  if (k === 'head') {
    checkFormat(line);
  }
  const q = line.count('q');
  if (q < 1) {
    throw new TraceError('damaged', 'has no sequence');
  }
  return read(line, q);
}

function parse(text, depth) {
  checkDepth(text, depth);
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TraceError('damaged', 'is no JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new TraceError('damaged', 'is no JSON object');
  }
  return value;
}

/** Before parsing, which recurses. Counts brackets outside of strings; whether they match is for the parser to say. */
function checkDepth(text, most) {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // "
        i = stringEnd(text, i);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > most) {
          throw new TraceError('too-large', `nests deeper than ${most}`);
        }
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
    }
  }
}

function stringEnd(text, begin) {
  let i = begin + 1;
  while (i < text.length && text.charCodeAt(i) !== 0x22) {
    i += text.charCodeAt(i) === 0x5c ? 2 : 1; // a backslash takes the next character with it
  }
  return i;
}

function checkFormat(line) {
  if (line.text('format') !== FORMAT) {
    throw new TraceError('not-a-trace', `names another format than ${FORMAT}`);
  }
  const v = line.count('v');
  if (v > VERSION) {
    throw new TraceError('too-new', `is version ${v} of the format, and this page knows up to version ${VERSION}`);
  }
  if (v < 1) {
    throw new TraceError('damaged', 'has no version of the format');
  }
}

// Literals in full, because spreading objects into them would cost more than parsing.
const KINDS = new Map([
  ['head', head],
  ['s', sample],
  ['snap', snap],
  ['v', edit],
  ['e', event],
  ['mark', mark],
  ['m', measure],
  ['end', end],
]);

function head(line, q) {
  const engine = new Fields(line.object('engine'));
  const limits = new Fields(line.object('limits'));
  return {
    k: 'head',
    q,
    v: line.count('v'),
    id: line.text('id'),
    title: line.text('title', null),
    engine: {
      name: engine.text('name'),
      version: engine.text('version', null),
      commit: engine.text('commit', null),
      options: engine.object('options'),
    },
    workload: line.object('workload'),
    host: line.object('host'),
    t0: calendar(line.count('t0')),
    sampleMs: line.count('sampleMs', 1000),
    levels: Math.min(line.count('levels', 7), MAX_LEVELS),
    limits: {
      l0Slow: limits.count('l0Slow'),
      l0Stop: limits.count('l0Stop'),
      memtables: limits.count('memtables'),
      pendSoft: limits.count('pendSoft'),
      pendHard: limits.count('pendHard'),
    },
  };
}

/** A moment that a date can be made of. */
function calendar(t0) {
  if (t0 > LAST_T0) {
    throw new TraceError('damaged', "has a 't0' beyond every calendar");
  }
  return t0;
}

function sample(line, q) {
  const ops = line.count('ops');
  const reads = line.count('reads');
  const memtables = Fields.row(line.list('memtables'), 'memtables');
  const wal = Fields.row(line.list('wal'), 'wal');
  return {
    k: 's',
    q,
    t: line.count('t'),
    ops,
    reads,
    writes: ops - reads,
    bytesIn: line.count('bytesIn'),
    bytesOut: line.count('bytesOut'),
    levels: line.byLevel('levels').map(level),
    queued: line.count('queued'),
    queuedByLevel: counts(line.byLevel('queuedByLevel'), 'queuedByLevel'),
    delayRate: line.count('delayRate'),
    stopped: line.flag('stopped'),
    stall: line.text('stall', null),
    blocked: line.count('blocked'),
    blockedMs: line.count('blockedMs'),
    memtables: { active: memtables.count(0), sealed: memtables.count(1), count: memtables.count(2) },
    wal: { files: wal.count(0), bytes: wal.count(1), written: wal.count(2), syncs: wal.count(3) },
    readNs: latency(line, 'readNs'),
    writeNs: latency(line, 'writeNs'),
    engine: line.text('engine'),
    start: line.count('start'),
    state: line.text('state', null),
    flushBytes: line.count('flushBytes'),
    compactReadBytes: line.count('compactReadBytes'),
    compactBytes: line.count('compactBytes'),
    heap: line.count('heap'),
    gcMs: line.count('gcMs', null),
    cpuMs: line.count('cpuMs', null),
    rss: line.count('rss', null),
  };
}

function level(element) {
  const row = Fields.row(element, 'levels');
  return { files: row.count(0), bytes: row.count(1), score: row.decimal(2), target: row.count(3, null) };
}

/** p50, p99, p99.9, max, count, sum. */
function latency(line, name) {
  const row = Fields.row(line.list(name), name);
  return [0, 1, 2, 3, 4, 5].map((place) => row.count(place));
}

function counts(list, name) {
  const row = Fields.row(list, name);
  return list.map((_, place) => row.count(place));
}

/** @returns {Table[]} */
function tables(line, name) {
  return line.list(name).map((element) => {
    const row = Fields.row(element, name);
    return {
      file: row.count(0),
      level: row.level(1),
      run: row.count(2),
      bytes: row.count(3),
      lo: row.bound(4),
      hi: row.bound(5),
      entries: row.count(6),
      tombstones: row.count(7),
      keyspace: row.text(8, 'default'),
    };
  });
}

function snap(line, q) {
  return { k: 'snap', q, t: line.count('t'), version: line.count('version'), files: tables(line, 'files'), cont: line.flag('cont') };
}

function edit(line, q) {
  const del = counts(line.list('del'), 'del');
  return { k: 'v', q, t: line.count('t'), version: line.count('version'), add: tables(line, 'add'), del };
}

const EVENT_FIELDS = Object.entries({
  count: ['job', 'bytes', 'tables', 'read', 'dropped'],
  decimal: ['ms', 'value', 'limit'],
  text: ['reason', 'keyspace', 'cause', 'kind', 'component', 'message'],
  level: ['from', 'to'],
  flag: ['ok'],
}).flatMap(([type, names]) => names.map((name) => ({ type, name })));

/** Only the fields that it has: which ones depends on the event and its phase. */
function event(line, q) {
  const event = { k: 'e', q, t: line.count('t'), e: line.text('e'), phase: line.text('phase', null) };
  for (const { type, name } of EVENT_FIELDS) {
    if (line.has(name)) {
      event[name] = line[type](name);
    }
  }
  return event;
}

function mark(line, q) {
  return { k: 'mark', q, t: line.count('t'), name: line.text('name') };
}

function measure(line, q) {
  return {
    k: 'm',
    q,
    writers: line.count('writers'),
    mode: line.text('mode'),
    rep: line.count('rep'),
    opsPerSec: line.decimal('opsPerSec'),
    syncs: line.count('syncs'),
  };
}

function end(line, q) {
  return {
    k: 'end',
    q,
    t: line.count('t'),
    status: line.text('status'),
    totals: line.object('totals'),
    lines: line.count('lines'),
    crc32c: line.text('crc32c'),
  };
}
