// What a trace says of its run, in words. Everything in a head may come from anywhere: it is made visible and set as text.

import { make } from '../page.js';
import { visible } from '../trace/names.js';
import { bytes, count, duration } from '../format.js';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const text = value => (typeof value === 'string' && value !== '' ? visible(value) : null);
const number = value => (typeof value === 'number' ? value : null);

/** The run's name. @param {import('../trace/trace.js').Trace} trace */
export const titleOf = trace => text(trace.head.title) ?? text(trace.head.id) ?? 'A run without a name';

/** @param {import('../trace/trace.js').Trace} trace @returns {[string, string][]} */
export function factsOf(trace) {
  const { engine, workload, host, t0 } = trace.head;
  return [
    ['Engine', list(text(engine.name), text(engine.version), commit(engine.commit))],
    ['Workload', list(keys(workload), sizes(workload), number(workload.threads) === null ? null : `${count(workload.threads)} writers`, text(workload.durability))],
    ['Machine', list(text(host.cpu), number(host.cpus) === null ? null : `${count(host.cpus)} processors`, number(host.memBytes) === null ? null : bytes(host.memBytes), text(host.disk), text(host.jvm))],
    ['Recorded', `${day.format(new Date(t0))} UTC`],
    ['Length', duration(trace.duration)],
    ['Operations', count(trace.samples.at(-1)?.ops)],
  ].filter(([, value]) => value !== '');
}

/** @param {HTMLElement} place @param {[string, string][]} facts */
export function showFacts(place, facts) {
  place.replaceChildren(...facts.map(([name, value]) =>
    make('div', {}, make('dt', {}, name), make('dd', {}, make('bdi', {}, value)))));
}

const list = (...parts) => parts.filter(part => part !== null).join(', ');
const commit = value => (text(value) === null ? null : `commit ${text(value).slice(0, 12)}`);
const keys = ({ keys: amount }) => (number(amount) === null ? null : `${count(amount)} keys`);

function sizes({ keyBytes, valueBytes }) {
  return number(keyBytes) === null || number(valueBytes) === null ? null : `${count(keyBytes)} + ${count(valueBytes)} bytes`;
}
