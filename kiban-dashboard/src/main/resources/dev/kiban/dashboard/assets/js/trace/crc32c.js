const TABLE = new Int32Array(256).map((_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) {
    crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return crc;
});

/** Counts and checksums lines, each with its line feed: what the `end` line vouches for. */
export class LineDigest {
  #crc = -1;
  lines = 0;

  /** @param {Uint8Array} line without its line feed */
  add(line) {
    let crc = this.#crc;
    for (let i = 0; i < line.length; i++) {
      crc = TABLE[(crc ^ line[i]) & 0xff] ^ (crc >>> 8);
    }
    this.#crc = TABLE[(crc ^ 0x0a) & 0xff] ^ (crc >>> 8);
    this.lines++;
  }

  /** Eight lower-case hexadecimal digits. */
  hex() {
    return (~this.#crc >>> 0).toString(16).padStart(8, '0');
  }

  reset() {
    this.#crc = -1;
    this.lines = 0;
  }
}
