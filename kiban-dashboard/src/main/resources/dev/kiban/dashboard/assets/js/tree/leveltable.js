// The tree as figures: a row a level. Files and bytes are those of the picture beside it; what they should be is the last sample's.

import { make, setText } from '../page.js';
import { bytes, count, decimal } from '../format.js';
import { colourOf } from './levels.js';

const COLUMNS = ['files', 'bytes', 'target', 'score', 'queued'];

export class LevelTable {
  #body;
  #rows = [];

  /** @param {HTMLTableElement} table whose head has the columns */
  constructor(table) {
    this.#body = table.tBodies[0];
  }

  /**
   * @param {object[]} tables
   * @param {object | null} sample null before the first one
   * @param {number} levels
   */
  show(tables, sample, levels) {
    const held = Array.from({ length: levels }, () => ({ files: 0, bytes: 0 }));
    for (const { level, bytes: size } of tables) {
      const row = held[level]; // a trace from elsewhere may name a level that it said there is not
      if (row === undefined) continue;
      row.files++;
      row.bytes += size;
    }
    while (this.#rows.length < levels) this.#add(this.#rows.length);
    while (this.#rows.length > levels) this.#drop();
    this.#rows.forEach((cells, at) => {
      const level = sample?.levels[at];
      this.#set(cells.files, held[at].files, count(held[at].files));
      this.#set(cells.bytes, held[at].bytes, count(held[at].bytes));
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
      make('th', { scope: 'row' }, make('span', { class: 'swatch', 'data-level': String(colourOf(level)) }), `L${level}`));
    for (const column of COLUMNS) {
      cells[column] = make('data');
      row.append(make('td', { class: 'number', 'data-column': column }, cells[column]));
    }
    this.#body.append(row);
    this.#rows.push(cells);
  }

  /** A trace that is opened later may have fewer levels. */
  #drop() {
    this.#rows.pop();
    this.#body.lastElementChild.remove();
  }
}
