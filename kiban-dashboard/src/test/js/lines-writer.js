import zlib from 'node:zlib';
import { LineDigest } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/crc32c.js';

/** Lines as a recorder writes them: numbered, in order, with an end that vouches for them. */
export class LinesWriter {
  lines = [];
  #digest = new LineDigest();

  /** @param {object} line all but its sequence */
  add({ k, ...fields }) {
    const text = JSON.stringify({ k, q: this.lines.length + 1, ...fields });
    this.lines.push(text);
    this.#digest.add(new TextEncoder().encode(text));
  }

  end(t, totals = {}) {
    this.add({ k: 'end', t, status: 'ok', totals, lines: this.#digest.lines, crc32c: this.#digest.hex() });
  }

  text() {
    return textOf(this.lines);
  }
}

export function textOf(lines) {
  return lines.map((line) => `${line}\n`).join('');
}

/** One member, flushed every few lines, so that a cut one gives what came before. @returns {Promise<Buffer>} */
export async function gzip(lines, flushEvery = 50) {
  const out = zlib.createGzip();
  const chunks = [];
  out.on('data', (chunk) => chunks.push(chunk));
  const done = new Promise((resolve, reject) => out.on('end', resolve).on('error', reject));
  for (let from = 0; from < lines.length; from += flushEvery) {
    out.write(textOf(lines.slice(from, from + flushEvery)));
    await new Promise((resolve) => out.flush(zlib.constants.Z_SYNC_FLUSH, resolve));
  }
  out.end();
  await done;
  return Buffer.concat(chunks);
}
