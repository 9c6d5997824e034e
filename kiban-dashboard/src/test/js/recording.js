import { readTrace } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/reader.js';
import { LinesWriter } from './lines-writer.js';

export const HEAD = { k: 'head', q: 1, format: 'kiban-trace', v: 1, id: 'r', engine: { name: 'r' }, levels: 3 };

export const SAMPLE = { k: 's', t: 0, ops: 1, reads: 0, levels: [[1, 100, 0.5, null]], engine: 'r', start: 1 };

/** A small recording with a line of each kind; its tables are six in all. */
export function recording() {
  const writer = new LinesWriter();
  writer.add(HEAD);
  writer.add({ k: 'snap', t: 0, version: 1, files: [[1, 0, 1, 100, 0, 9, 10, 0, 'default']] });
  writer.add({ ...SAMPLE, t: 0 });
  writer.add({ k: 'e', t: 10, e: 'flush', phase: 'begin', job: 1, reason: 'size', bytes: 200 });
  writer.add({ k: 'v', t: 20, version: 2, add: [[2, 0, 2, 200, -5, 5, 20, 1, 'default']], del: [] });
  writer.add({ k: 'e', t: 20, e: 'flush', phase: 'end', job: 1, reason: 'size', tables: 1, bytes: 200, ms: 9.75, ok: true });
  writer.add({ ...SAMPLE, t: 1000, ops: 3 });
  writer.add({ k: 'v', t: 1500, version: 3, add: [[1, 1, 0, 100, 0, 9, 10, 0, 'default'], [2, 1, 0, 200, -5, 5, 20, 1, 'default']], del: [1, 2] });
  writer.add({ k: 'snap', t: 1600, version: 3, files: [[1, 1, 0, 100, 0, 9, 10, 0, 'default'], [2, 1, 0, 200, -5, 5, 20, 1, 'default']] });
  writer.add({ k: 'm', writers: 4, mode: 'group', rep: 1, opsPerSec: 123.5, syncs: 9 });
  writer.add({ k: 'mark', t: 1700, name: 'half' });
  writer.add({ ...SAMPLE, t: 2000, ops: 9 });
  writer.end(2001, { ops: 9 });
  return writer;
}

export function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** The error that refuses a source. */
export async function refusal(source, options) {
  try {
    await readTrace(source, options);
  } catch (error) {
    return error;
  }
  throw new Error('was not refused');
}
