// What a chart shows, in a sentence: the highest points, and stalls where they are drawn.

import { causeName } from './causes.js';
import { count, duration } from '../format.js';

/** @typedef {{x: number, y: number | null}[]} Points */

/**
 * The highest point of each series; of stacked ones, of their sum.
 * @param {Points[]} points
 * @param {boolean} [stacked]
 * @returns {{x: number, y: number}[]} y 0 where a series has nothing
 */
export function peaks(points, stacked = false) {
  const all = stacked ? [sum(points)] : points;
  return all.map(one => one.reduce((high, point) => (point.y !== null && point.y > high.y ? point : high), { x: 0, y: 0 }));
}

/**
 * @param {import('./definitions.js').Definition} definition
 * @param {{x: number, y: number}[]} highest its peaks
 * @param {(seconds: number) => string} label a moment in words
 * @param {{stalls: object[], to: number}} view
 */
export function sentence({ format, series, stacked, bands }, highest, label, view) {
  const names = stacked ? ['In all'] : series.map(one => one.label);
  const parts = highest.map(({ x, y }, at) =>
    y === 0 ? `${names[at]}: none` : `${names[at]}: at most ${format(y)}, at ${label(x)}`);
  const text = `${parts.join('; ')}.`;
  return text.charAt(0).toUpperCase() + text.slice(1) + (bands ? ` ${stallSentence(view)}` : '');
}

/** The sum of series with the same moments, as one. */
function sum(series) {
  return (series[0] ?? []).map(({ x }, at) => ({ x, y: series.reduce((total, points) => total + (points[at]?.y ?? 0), 0) }));
}

function stallSentence({ stalls, to }) {
  if (stalls.length === 0) return 'No stall.';
  const length = ({ begin, end }) => (end ?? to * 1000) - begin;
  const longest = stalls.reduce((a, b) => (length(b) > length(a) ? b : a));
  const stops = stalls.filter(({ kind }) => kind === 'stop').length;
  return `${count(stalls.length)} ${stalls.length === 1 ? 'stall' : 'stalls'}, ${count(stops)} of them full stops; the longest took `
    + `${duration(length(longest))} (${causeName(longest.cause)}).`;
}
