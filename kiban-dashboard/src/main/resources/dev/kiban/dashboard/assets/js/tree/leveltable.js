// The tree as figures: a row a level, from a sample.

import { make, setText } from '../page.js';
import { bytes, count, decimal } from '../format.js';

const COLUMNS = ['files', 'bytes', 'target', 'score', 'queued'];

export class LevelTable {
  #body;
  #rows = [];

  /** @param {HTMLTableElement} table whose head has the columns */
  constructor(table) {
    this.#body = table.tBodies[0];
  }

  /** @param {object | null} sample null where nothing is known */
  show(sample) {
    const levels = sample?.levels ?? [];
    while (this.#rows.length < levels.length) this.#add(this.#rows.length);
    this.#rows.forEach((cells, at) => {
      const level = levels[at];
      this.#set(cells.files, level?.files, count(level?.files));
      this.#set(cells.bytes, level?.bytes, count(level?.bytes));
      this.#set(cells.target, level?.target, bytes(level?.target));
      this.#set(cells.score, level?.score, level === undefined || level.files === 0 ? '–' : decimal(level.score));
      this.#set(cells.queued, sample?.queuedByLevel[at], bytes(sample?.queuedByLevel[at]));
    });
  }

  #set(cell, value, text) {
    cell.value = value === undefined || value === null ? '' : String(value);
    setText(cell, text);
  }

  #add(level) {
    const cells = {};
    const row = make('tr', { 'data-level': String(level) },
      make('th', { scope: 'row' }, make('span', { class: 'swatch', 'data-level': String(level) }), `L${level}`));
    for (const column of COLUMNS) {
      cells[column] = make('data');
      row.append(make('td', { class: 'number', 'data-column': column }, cells[column]));
    }
    this.#body.append(row);
    this.#rows.push(cells);
  }
}
