import { TraceError } from './error.js';

/**
 * Decompresses pieces of a gzip file, through the platform. When they end before the compressed stream does, all that came out until
 * then is given, and `cut` is set. Iterated once.
 */
export class Gunzip {
  cut = false;
  #pieces;
  #gzip = new DecompressionStream('gzip');
  #reader = this.#gzip.readable.getReader();
  #fed = false;
  #failure = null;
  #chunks = 0;
  #waits = false;
  /** Whether nobody reads any more. */
  #left = false;

  /** @param {AsyncIterable<Uint8Array>} pieces */
  constructor(pieces) {
    this.#pieces = pieces;
  }

  async *[Symbol.asyncIterator]() {
    this.#feed().catch(() => {}); // reading fails as well, and tells
    try {
      while (true) {
        const chunk = await this.#next();
        if (chunk === null) {
          return;
        }
        yield chunk;
      }
    } finally {
      this.#left = true;
      this.#reader.cancel().catch(() => {});
    }
  }

  async #next() {
    this.#waits = true;
    try {
      const { done, value } = await this.#reader.read();
      this.#chunks++;
      return done ? null : value;
    } catch {
      if (this.#failure) {
        throw this.#failure;
      }
      if (!this.#fed) {
        throw new TraceError('damaged', 'The gzip file is damaged here');
      }
      this.cut = true;
      return null;
    } finally {
      this.#waits = false;
    }
  }

  async #feed() {
    const writer = this.#gzip.writable.getWriter();
    writer.closed.catch(() => {});
    try {
      for await (const piece of this.#pieces) {
        await writer.write(piece);
      }
    } catch (e) {
      this.#failure = e instanceof TraceError ? e : null;
      await writer.abort(e);
      return;
    }
    await this.#quiet();
    this.#fed = true;
    await writer.close();
  }

  /** A stream that fails drops what nobody took yet, and a cut one fails when it is closed: so first everything is taken. */
  async #quiet() {
    let before;
    do {
      before = this.#chunks;
      await new Promise((resolve) => setTimeout(resolve, 5));
    } while (!this.#left && (!this.#waits || this.#chunks > before));
  }
}
