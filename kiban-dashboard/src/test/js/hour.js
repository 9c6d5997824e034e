import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzip, LinesWriter } from './lines-writer.js';
import { Seeded } from './seeded.js';

const MIB = 2 ** 20;
const TABLE = 8 * MIB;
const LEVELS = 7;
const L0_COMPACT = 4;
const LIMITS = { l0Slow: 8, l0Stop: 12, memtables: 3, pendSoft: 4096 * MIB, pendHard: 16384 * MIB };
const BEGIN = 1767225600000;

/**
 * A store that is written to for an hour, told as a trace: a flush each two seconds, more in bursts, and leveled compactions that
 * come behind in them. As a script it writes the trace to a file: `node hour.js OUT [SEED] [SECONDS]`.
 */
class Store {
  #random;
  #out = new LinesWriter();
  /** Tables by level, each `{file, run, bytes, x0, x1, entries, tombstones}` with its keys from 0 to 1. */
  #levels = Array.from({ length: LEVELS }, () => []);
  #next = 1;
  #version = 1;
  #job = 1;
  #now = 0;
  #compaction = null;
  #stall = null;
  #cursor = new Array(LEVELS).fill(0);
  #count = { ops: 0, reads: 0, bytesIn: 0, bytesOut: 0, flush: 0, read: 0, compact: 0, blockedMs: 0, wal: 0, gcMs: 0, cpuMs: 0 };

  constructor(seed) {
    this.#random = new Seeded(seed);
  }

  /** @returns {LinesWriter} */
  run(seconds) {
    this.#head();
    this.#snap();
    let flushAt = 2000;
    for (let second = 1; second <= seconds; second++) {
      const burst = second % 240 < 12;
      while (flushAt < second * 1000) {
        this.#until(flushAt);
        this.#flush();
        flushAt += this.#random.around(burst ? 400 : 2100);
      }
      this.#until(second * 1000);
      this.#sample(burst);
      if (second % 60 === 0) {
        this.#snap();
      }
      if (second % 600 === 0) {
        this.#add({ k: 'mark', name: `${second / 60} minutes` });
      }
    }
    const { ops, reads, bytesIn, flush, compact } = this.#count;
    this.#out.end(this.#now, { ops, reads, bytesIn, flushBytes: flush, compactBytes: compact });
    return this.#out;
  }

  #add({ k, ...fields }) {
    this.#out.add({ k, t: this.#now, ...fields });
  }

  #head() {
    this.#out.add({
      k: 'head',
      format: 'kiban-trace',
      v: 1,
      id: 'hour',
      title: 'An hour of writes',
      engine: { name: 'hour', version: null, commit: null, options: { memtableSize: TABLE } },
      workload: { name: 'random writes', keys: 100_000_000, keyBytes: 16, valueBytes: 120, threads: 4 },
      host: { cpus: 8 },
      t0: BEGIN,
      sampleMs: 1000,
      levels: LEVELS,
      limits: LIMITS,
    });
  }

  #snap() {
    const files = this.#levels.flatMap((tables, level) => tables.map((table) => row(table, level)));
    this.#add({ k: 'snap', version: this.#version, files: files.sort((a, b) => a[0] - b[0]) });
  }

  #table(run, bytes, x0, x1) {
    const file = this.#next++;
    return { file, run: run ?? file, bytes, x0, x1, entries: Math.round(bytes / 140), tombstones: this.#random.below(400) };
  }

  /** Lets time pass, and the compaction end that ends in it. */
  #until(t) {
    while (this.#compaction && this.#compaction.ends <= t) {
      this.#now = this.#compaction.ends;
      this.#compacted();
      this.#compact();
      this.#judge();
    }
    this.#now = Math.max(this.#now, t);
  }

  #flush() {
    const job = this.#job++;
    const bytes = this.#random.around(TABLE, 0.05);
    this.#add({ k: 'e', e: 'flush', phase: 'begin', job, reason: 'size', bytes: TABLE });
    this.#until(this.#now + this.#random.around(60));
    const table = this.#table(null, bytes, this.#random.next() / 1000, 1 - this.#random.next() / 1000);
    this.#levels[0].push(table);
    this.#count.flush += bytes;
    this.#edit([row(table, 0)], []);
    this.#add({ k: 'e', e: 'flush', phase: 'end', job, reason: 'size', tables: 1, bytes, ms: this.#random.around(60_000) / 1000, ok: true });
    this.#compact();
    this.#judge();
  }

  #edit(add, del) {
    this.#add({ k: 'v', version: ++this.#version, add, del });
  }

  /** Begins the compaction of the level that is furthest above its target. */
  #compact() {
    const scores = this.#levels.slice(0, -1).map((tables, level) => this.#score(tables, level));
    const level = scores.indexOf(Math.max(...scores));
    if (this.#compaction || scores[level] < 1) {
      return;
    }
    const tables = this.#levels[level];
    const from = level === 0 ? [...tables] : [tables[this.#cursor[level]++ % tables.length]];
    const x0 = Math.min(...from.map((table) => table.x0));
    const x1 = Math.max(...from.map((table) => table.x1));
    const below = this.#levels[level + 1].filter((table) => table.x0 <= x1 && table.x1 >= x0);
    const bytes = sum([...from, ...below]);
    const ends = this.#now + Math.max(1, Math.round(bytes / (160 * MIB / 1000)));
    this.#compaction = { job: this.#job++, level, from, below, bytes, begins: this.#now, ends, reason: level === 0 ? 'files' : 'size' };
    const { job, reason } = this.#compaction;
    const count = from.length + below.length;
    this.#add({ k: 'e', e: 'compaction', phase: 'begin', job, keyspace: 'default', from: level, to: level + 1, tables: count, bytes, reason });
  }

  #compacted() {
    const { job, level, from, below, bytes, begins, ends, reason } = this.#compaction;
    const inputs = [...from, ...below];
    const moved = below.length === 0 && from.length === 1;
    const outputs = moved ? [{ ...from[0], run: 0 }] : this.#merged(inputs, Math.round(bytes * 0.985));
    const without = (tables) => tables.filter((table) => !inputs.includes(table));
    this.#levels[level] = without(this.#levels[level]);
    this.#levels[level + 1] = [...without(this.#levels[level + 1]), ...outputs].sort((a, b) => a.x0 - b.x0);
    const written = moved ? 0 : sum(outputs);
    this.#count.read += moved ? 0 : bytes;
    this.#count.compact += written;
    this.#compaction = null;
    this.#edit(outputs.map((table) => row(table, level + 1)), inputs.map((table) => table.file));
    this.#add({
      k: 'e', e: 'compaction', phase: 'end', job, keyspace: 'default', from: level, to: level + 1,
      read: bytes, bytes: written, dropped: Math.round((bytes - written) / 140), ms: ends - begins - 0.25, reason, ok: true,
    });
  }

  /** Tables side by side between the first and the last key of those merged. */
  #merged(inputs, bytes) {
    const x0 = Math.min(...inputs.map((table) => table.x0));
    const x1 = Math.max(...inputs.map((table) => table.x1));
    const count = Math.ceil(bytes / TABLE);
    const width = (x1 - x0) / count;
    return Array.from({ length: count }, (_, i) => {
      const begin = x0 + width * (i + (i === 0 ? 0 : this.#random.next() / 10));
      return this.#table(0, Math.round(bytes / count) + i, begin, i === count - 1 ? x1 : x0 + width * (i + 0.999));
    });
  }

  #judge() {
    const files = this.#levels[0].length;
    const kind = files >= LIMITS.l0Stop ? 'stop' : files >= LIMITS.l0Slow ? 'slowdown' : null;
    if ((this.#stall?.kind ?? null) === kind) {
      return;
    }
    if (this.#stall) {
      const ms = this.#now - this.#stall.since;
      this.#count.blockedMs += ms;
      this.#add({ k: 'e', e: 'stall', phase: 'end', cause: 'l0_files', kind: this.#stall.kind, ms });
    }
    this.#stall = kind && { kind, since: this.#now };
    if (kind) {
      const limit = kind === 'stop' ? LIMITS.l0Stop : LIMITS.l0Slow;
      this.#add({ k: 'e', e: 'stall', phase: 'begin', cause: 'l0_files', kind, value: files, limit });
    }
  }

  #score(tables, level) {
    return level === 0 ? tables.length / L0_COMPACT : sum(tables) / target(level);
  }

  #sample(burst) {
    const random = this.#random;
    const count = this.#count;
    const writes = random.around(burst ? 150_000 : 30_000);
    const reads = random.around(4_000);
    count.ops += writes + reads;
    count.reads += reads;
    count.bytesIn += writes * 136;
    count.bytesOut += reads * 120;
    count.wal += writes * 150;
    count.gcMs += random.below(6);
    count.cpuMs += random.around(1500);
    const bytes = this.#levels.map(sum);
    const above = bytes.map((held, level) => (level === 0 || level === LEVELS - 1 ? 0 : Math.max(0, held - target(level))));
    const latency = (p50, n) => [p50, 6 * p50, 20 * p50, 90 * p50, n, Math.round(1.3 * p50 * n)];
    this.#add({
      k: 's',
      ops: count.ops,
      reads: count.reads,
      bytesIn: count.bytesIn,
      bytesOut: count.bytesOut,
      levels: this.#levels.map((tables, level) => [
        tables.length,
        bytes[level],
        Number(this.#score(tables, level).toFixed(3)),
        level === 0 ? null : target(level),
      ]),
      queued: above.reduce((a, b) => a + b),
      queuedByLevel: above,
      delayRate: this.#stall?.kind === 'slowdown' ? 16 * MIB : 0,
      stopped: this.#stall?.kind === 'stop',
      stall: this.#stall && 'l0_files',
      blocked: this.#stall ? 1 + random.below(4) : 0,
      blockedMs: count.blockedMs,
      memtables: [random.below(TABLE), random.below(2) * TABLE, random.below(2)],
      wal: [1 + random.below(3), random.around(12 * MIB), count.wal, 0],
      readNs: latency(random.around(9_000), reads),
      writeNs: latency(random.around(2_400), writes),
      engine: 'hour',
      start: BEGIN - 5000,
      flushBytes: count.flush,
      compactReadBytes: count.read,
      compactBytes: count.compact,
      heap: random.around(180 * MIB),
      gcMs: count.gcMs,
      cpuMs: count.cpuMs,
      rss: random.around(400 * MIB, 0.02),
    });
  }
}

function target(level) {
  return 64 * MIB * 10 ** (level - 1);
}

function sum(tables) {
  return tables.reduce((bytes, table) => bytes + table.bytes, 0);
}

/** Keys as ranks, within ±2^53. */
function row({ file, run, bytes, x0, x1, entries, tombstones }, level) {
  return [file, level, run, bytes, rank(x0), rank(x1), entries, tombstones, 'default'];
}

function rank(x) {
  return Math.round((2 * x - 1) * 2 ** 52);
}

/** @returns {LinesWriter} the lines of a store that ran so long */
export function hour(seed = 1, seconds = 3600) {
  return new Store(seed).run(seconds);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [out, seed = '1', seconds = '3600'] = process.argv.slice(2);
  if (!out) {
    console.error('node hour.js OUT [SEED] [SECONDS]');
    process.exit(2);
  }
  const { lines } = hour(Number(seed), Number(seconds));
  const bytes = await gzip(lines);
  fs.writeFileSync(out, bytes);
  console.log(`${lines.length} lines, ${bytes.length} bytes`);
}
