// The moments worth a look: marks, begins of stalls, errors, slow syncs; in order of time.

import { causeName } from '../chart/causes.js';
import { visible } from '../trace/names.js';
import { duration } from '../format.js';

/**
 * @param {import('../trace/trace.js').Trace} trace
 * @returns {{t: number, kind: string, text: string}[]}
 */
export function momentsOf(trace) {
  return [
    ...trace.marks.map(({ t, name }) => ({ t, kind: 'mark', text: visible(name) })),
    ...trace.stalls.map(({ begin, end, cause, kind }) => ({
      t: begin,
      kind: 'stall',
      text: `Writers ${kind === 'stop' ? 'stopped' : 'slowed'}: ${causeName(cause)}${end === null ? '' : `, ${duration(end - begin)}`}`,
    })),
    ...trace.events.filter(({ e }) => e === 'error').map(({ t, message }) => ({ t, kind: 'error', text: `Error: ${visible(String(message))}` })),
    ...trace.events.filter(({ e }) => e === 'walSync').map(({ t, ms }) => ({ t, kind: 'sync', text: `Slow sync of the log: ${duration(ms)}` })),
  ].sort((a, b) => a.t - b.t);
}

/** The first moment after t, or null. */
export const next = (moments, t) => moments.find(moment => moment.t > t) ?? null;

/** The last moment before t, or null. */
export const previous = (moments, t) => moments.findLast(moment => moment.t < t) ?? null;
