import { TraceError } from './error.js';

/** Small, because a decompressor may lose what came out of the piece in which the damage is. */
const PIECE = 4096;

/** The bytes of a file, an answer or an array, in small pieces, counted. Iterated once. */
export class Input {
  /** Bytes taken so far. */
  taken = 0;
  /** Bytes in all; null where unknown. @type {?number} */
  total = null;
  #stream;

  /** @param {Blob|Response|ReadableStream<Uint8Array>|Uint8Array} source */
  constructor(source) {
    if (source instanceof Uint8Array) {
      source = new Blob([source]);
    }
    if (source instanceof Blob) {
      this.total = source.size;
      this.#stream = source.stream();
    } else if (source instanceof Response) {
      if (!source.ok) {
        throw new TraceError('unreadable', `The server answered ${source.status} instead of a trace`);
      }
      const length = Number(source.headers.get('content-length') ?? NaN);
      this.total = source.headers.has('content-encoding') || Number.isNaN(length) ? null : length;
      this.#stream = source.body ?? new Blob([]).stream();
    } else {
      this.#stream = source;
    }
  }

  async *[Symbol.asyncIterator]() {
    const reader = this.#stream.getReader();
    try {
      while (true) {
        const { done, value } = await reader.read();
        if (done) {
          return;
        }
        for (let from = 0; from < value.length; from += PIECE) {
          const piece = value.subarray(from, from + PIECE);
          this.taken += piece.length;
          yield piece;
        }
      }
    } catch (e) {
      throw new TraceError('unreadable', 'The trace could not be read to its end');
    } finally {
      reader.cancel().catch(() => {});
    }
  }
}
