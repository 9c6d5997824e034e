import { BOUNDS } from './bounds.js';
import { LineDigest } from './crc32c.js';
import { TraceError } from './error.js';
import { Gunzip } from './gunzip.js';
import { Input } from './input.js';
import { parseLine } from './lines.js';
import { Splitter } from './splitter.js';
import { Trace } from './trace.js';

export { TraceError, parseLine };

/** Bytes out of a decompressor before its expansion is looked at. */
const EXPANSION_FROM = 4 * 2 ** 20;

/** Milliseconds of work between two pauses, in which the page can answer: fewer than are felt. */
const WORK = 40;

/**
 * Reads a trace, gzipped or plain, from a source that need not be trusted: everything is bounded, and what breaks a rule or a bound
 * is refused. A file that was cut gives its whole lines, and so does one that is damaged after its first sample: `cut` tells where.
 *
 * @param {Blob|Response|ReadableStream<Uint8Array>|Uint8Array} source
 * @param {object} [options]
 * @param {(bytes: number, total: ?number) => void} [options.onProgress] told now and then how much of the source was taken
 * @param {Partial<import('./bounds.js').Bounds>} [options.bounds] others than the usual
 * @returns {Promise<Trace>}
 * @throws {TraceError} in the promise, when the trace is refused
 */
export async function readTrace(source, { onProgress = () => {}, bounds = {} } = {}) {
  const reading = new Reading({ ...BOUNDS, ...bounds });
  const input = new Input(source);
  let rest = performance.now() + WORK;
  try {
    const bytes = await decompressed(input);
    for await (const chunk of bytes) {
      reading.count(chunk.length, input.taken);
      for (const line of reading.lines(chunk)) {
        reading.take(line);
        if (performance.now() > rest) {
          onProgress(input.taken, input.total);
          await new Promise((resolve) => setTimeout(resolve));
          rest = performance.now() + WORK;
        }
      }
    }
    reading.finish(bytes.cut === true);
  } catch (e) {
    reading.fail(e);
  }
  onProgress(input.taken, input.total);
  return reading.trace;
}

/** Told apart by the first two bytes. */
async function decompressed(input) {
  const pieces = input[Symbol.asyncIterator]();
  const head = [];
  let start = [];
  while (start.length < 2) {
    const { done, value } = await pieces.next();
    if (done) {
      break;
    }
    head.push(value);
    start = [...start, ...value.subarray(0, 2)];
  }
  const all = (async function* () {
    yield* head;
    yield* pieces;
  })();
  return start[0] === 0x1f && (start[1] ?? 0x8b) === 0x8b ? new Gunzip(all) : all;
}

/** The lines of one file on their way into a trace. */
class Reading {
  trace = new Trace();
  #bounds;
  #splitter;
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #digest = new LineDigest();
  #lines = 0;
  #bytes = 0;
  #tables = 0;

  constructor(bounds) {
    this.#bounds = bounds;
    this.#splitter = new Splitter(bounds.lineBytes);
  }

  /** @param {number} taken bytes of the file, of which these and those before came out */
  count(bytes, taken) {
    const { totalBytes, expansion } = this.#bounds;
    this.#bytes += bytes;
    if (this.#bytes > totalBytes) {
      throw new TraceError('too-large', `goes beyond ${totalBytes.toLocaleString('en')} bytes of decompressed trace`);
    }
    if (this.#bytes > EXPANSION_FROM && this.#bytes > taken * expansion) {
      throw new TraceError('too-large', `expands to more than ${expansion} times its compressed size`);
    }
  }

  lines(chunk) {
    if (this.#bytes === chunk.length && chunk.length > 0 && chunk[0] !== 0x7b) {
      throw new TraceError('not-a-trace', 'is no line of a trace');
    }
    return this.#splitter.lines(chunk);
  }

  take(bytes) {
    const { lines, depth, tables } = this.#bounds;
    if (this.#lines >= lines) {
      throw new TraceError('too-large', `is one more than ${lines.toLocaleString('en')}`);
    }
    const line = parseLine(this.#decoder.decode(bytes), depth);
    this.#tables += (line.files ?? line.add ?? []).length;
    if (this.#tables > tables) {
      throw new TraceError('too-large', `goes beyond ${tables.toLocaleString('en')} tables`);
    }
    if (!this.trace.append(line)) {
      throw new TraceError('damaged', 'has a sequence that does not ascend');
    }
    if (line.k === 'head') {
      this.#digest.reset();
    } else if (line.k === 'end') {
      this.#verify(line);
    }
    this.#digest.add(bytes);
    this.#lines++;
  }

  /** A part of a recording, such as a ring that lost its beginning, holds fewer lines: then there is nothing to compare. */
  #verify(end) {
    if (end.lines === this.#digest.lines) {
      if (end.crc32c !== this.#digest.hex()) {
        throw new TraceError('damaged', 'has another checksum than the lines before it');
      }
      this.trace.verified = true;
    }
  }

  /** @param {boolean} cut whether the compressed stream ended early */
  finish(cut) {
    const last = this.#splitter.rest();
    if (last.length > 0) {
      try {
        this.take(last);
      } catch (e) {
        if (e.reason !== 'damaged') {
          throw e;
        }
        cut = true;
      }
    }
    if (this.#lines === 0) {
      throw this.#bytes === 0 && !cut
        ? new TraceError('empty', 'The file is empty')
        : new TraceError('damaged', 'The file ends before its first line does');
    }
    if (cut && !this.trace.verified) {
      this.trace.cut = { line: this.#lines + 1, reason: 'The recording was cut: it ends here.' };
    }
  }

  /** What was whole before the damage stands, if there is something to see. */
  fail(e) {
    if (!(e instanceof TraceError)) {
      throw e;
    }
    const line = this.#lines + 1;
    const damaged = e.reason === 'damaged' || e.reason === 'not-a-trace';
    if (damaged && this.trace.samples.length > 0) {
      this.trace.cut = this.trace.verified ? null : { line, reason: e.at(line).message };
      return;
    }
    throw this.#lines === 0 && e.reason === 'damaged' && /^[a-z]/.test(e.problem)
      ? new TraceError('not-a-trace', 'is no line of a trace', line)
      : e.at(line);
  }
}
