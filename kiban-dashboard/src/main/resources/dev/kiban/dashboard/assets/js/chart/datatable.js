// The points of a chart as a table, for those who would rather read than look.

import { make } from '../page.js';
import { valueAt } from './points.js';

const MAX_ROWS = 60;

/**
 * @param {HTMLTableElement} table
 * @param {{x: number, y: number | null}[][]} points of each series, with the same moments
 * @param {string[]} names of the series
 * @param {(value: number | null) => string} format
 * @param {(seconds: number) => string} label a moment in words
 */
export function fill(table, points, names, format, label) {
  const moments = points[0] ?? [];
  const every = Math.max(1, Math.ceil(moments.length / MAX_ROWS));
  const rows = moments.filter((_, at) => at % every === 0).map(({ x }) => {
    const cells = points.map(of => make('td', { class: 'number' }, format(valueAt(of, x))));
    return make('tr', {}, make('th', { scope: 'row' }, label(x)), ...cells);
  });
  table.replaceChildren(
    make('caption', {}, every === 1 ? 'Each second' : `One second in ${every}`),
    make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'time'),
      ...names.map(name => make('th', { scope: 'col', class: 'number' }, name)))),
    make('tbody', {}, ...rows));
}
