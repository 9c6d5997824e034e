// The files of the tree as a table that can be sorted, and the one that was chosen in words.

import { make } from '../page.js';
import { keyText, visible } from '../trace/names.js';
import { bytes, count } from '../format.js';

const MAX_ROWS = 500;

const order = (a, b) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1);

/** How two tables compare in a column. */
const COMPARE = {
  file: (a, b) => a.file - b.file,
  level: (a, b) => a.level - b.level || order(a.lo, b.lo),
  bytes: (a, b) => b.bytes - a.bytes,
  entries: (a, b) => b.entries - a.entries,
  tombstones: (a, b) => b.tombstones - a.tombstones,
  keyspace: (a, b) => order(a.keyspace, b.keyspace) || order(a.lo, b.lo),
};

/** @returns {[string, string][]} name and value, safe to be set as text */
const facts = table => [
  ['level', `L${table.level}`],
  ['size', bytes(table.bytes)],
  ['entries', count(table.entries)],
  ['deletes', count(table.tombstones)],
  ['keyspace', visible(table.keyspace)],
  ['keys', table.lo === null ? 'hidden' : `${keyText(table.lo)} … ${keyText(table.hi)}`],
];

export class FileTable {
  #details;
  #body;
  #note;
  #onChoose;
  #tables = [];
  /** @type {Map<number, {table: object, row: HTMLElement, button: HTMLElement}>} what is drawn, by file */
  #rows = new Map();
  #column = 'level';
  #chosen = null;

  /**
   * @param {HTMLDetailsElement} details with a table whose head has buttons with data-sort
   * @param {(file: number) => void} onChoose
   */
  constructor(details, onChoose) {
    this.#details = details;
    this.#body = details.querySelector('tbody');
    this.#note = details.querySelector('caption');
    this.#onChoose = onChoose;
    details.addEventListener('toggle', () => this.#draw());
    for (const button of details.querySelectorAll('[data-sort]')) {
      button.addEventListener('click', () => this.#sort(button.dataset.sort));
    }
    this.#head();
  }

  /** @param {object[]} tables the same array means the same files */
  show(tables, chosen) {
    if (tables === this.#tables && chosen === this.#chosen) return;
    this.#mark(this.#chosen, false);
    this.#chosen = chosen;
    if (tables === this.#tables) this.#mark(chosen, true);
    else {
      this.#tables = tables;
      this.#draw();
    }
  }

  #sort(column) {
    this.#column = column;
    this.#head();
    this.#draw();
  }

  #head() {
    for (const button of this.#details.querySelectorAll('[data-sort]')) {
      const sorted = button.dataset.sort === this.#column;
      const down = ['bytes', 'entries', 'tombstones'].includes(this.#column);
      button.closest('th').setAttribute('aria-sort', sorted ? (down ? 'descending' : 'ascending') : 'none');
    }
  }

  #draw() {
    if (!this.#details.open) return;
    const sorted = [...this.#tables].sort(COMPARE[this.#column]);
    this.#note.textContent = sorted.length > MAX_ROWS
      ? `The first ${MAX_ROWS} of ${count(sorted.length)} files` : `${count(sorted.length)} files`;
    const focused = this.#body.contains(document.activeElement) ? document.activeElement : null;
    const before = this.#rows;
    this.#rows = new Map(sorted.slice(0, MAX_ROWS).map(table =>
      [table.file, before.get(table.file)?.table === table ? before.get(table.file) : this.#row(table)]));
    this.#mark(this.#chosen, true);
    this.#body.replaceChildren(...[...this.#rows.values()].map(({ row }) => row));
    if (focused === null) return;
    // Rows that are moved lose the focus, even those that stay. Where the file is gone, its table keeps it.
    const to = this.#rows.get(Number(focused.textContent))?.button ?? this.#body.closest('.scroll');
    to.focus({ preventScroll: true });
  }

  #row(table) {
    const button = make('button', { type: 'button', 'aria-pressed': 'false' }, String(table.file));
    button.addEventListener('click', () => this.#onChoose(table.file));
    const row = make('tr', {}, make('th', { scope: 'row' }, button));
    for (const [name, value] of facts(table)) {
      row.append(make('td', ['size', 'entries', 'deletes'].includes(name) ? { class: 'number' } : {},
        name === 'keyspace' || name === 'keys' ? make('bdi', {}, value) : value));
    }
    return { table, row, button };
  }

  /** Lights the row of a file, if it is drawn. */
  #mark(file, chosen) {
    const drawn = this.#rows.get(file);
    drawn?.row.classList.toggle('chosen', chosen);
    drawn?.button.setAttribute('aria-pressed', String(chosen));
  }
}

/** Says what a file is. @param {HTMLElement} place @param {object | null} table */
export function describe(place, table) {
  if (table === null) {
    place.replaceChildren(make('p', { class: 'hint' }, 'Point at a file, or choose one, to see what it holds and which files share its keys.'));
    return;
  }
  place.replaceChildren(make('dl', {}, ...[['file', String(table.file)], ...facts(table)].map(([name, value]) =>
    make('div', {}, make('dt', {}, name), make('dd', {}, make('bdi', {}, value))))));
}
