import { TraceError } from './error.js';

const LINE_FEED = 0x0a;

/** Cuts a stream of bytes into lines, of which none may be longer than a bound. */
export class Splitter {
  #most;
  /** Parts of the line that is not whole yet. @type {Uint8Array[]} */
  #parts = [];
  #length = 0;

  /** @param {number} most bytes of a line */
  constructor(most) {
    this.#most = most;
  }

  /** The lines that become whole with these bytes, without their line feeds. */
  *lines(bytes) {
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      this.#add(bytes.subarray(from, end));
      from = end + 1;
      yield this.rest();
    }
    this.#add(bytes.subarray(from));
  }

  /** What is left of a line without its line feed. */
  rest() {
    const line = this.#parts.length === 1 ? this.#parts[0] : new Uint8Array(this.#length);
    if (this.#parts.length > 1) {
      let at = 0;
      for (const part of this.#parts) {
        line.set(part, at);
        at += part.length;
      }
    }
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #add(part) {
    this.#length += part.length;
    if (this.#length > this.#most) {
      throw new TraceError('too-large', `is longer than ${this.#most.toLocaleString('en')} bytes`);
    }
    if (part.length > 0) {
      this.#parts.push(part);
    }
  }
}
