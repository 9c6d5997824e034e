// The tree at a moment: picture, levels, files, and the file that was chosen.

import { byId, fromAddress, keepInAddress } from '../page.js';
import { sampleAt } from '../trace/picture.js';
import { FileTable, describe } from './files.js';
import { LevelTable } from './leveltable.js';
import { TreeView } from './treeview.js';

export class TreePanel {
  #view;
  #levels;
  #files;
  #about = byId('file');
  #tables = [];
  #chosen = fromAddress('file');
  #under = null;

  constructor() {
    this.#view = new TreeView(byId('tree'), (table, chosen) => this.#point(table, chosen));
    this.#levels = new LevelTable(byId('levels'));
    this.#files = new FileTable(byId('files'), file => this.#choose(file === this.#chosen ? null : file));
    describe(this.#about, null);
  }

  /**
   * @param {import('../trace/trace.js').Trace} trace
   * @param {number} t milliseconds
   */
  show(trace, t) {
    const sample = sampleAt(trace, t);
    const { tables } = trace.treeAt(t);
    const levels = sample?.levels.length || trace.head.levels;
    this.#levels.show(tables, sample, levels);
    if (tables === this.#tables) return;
    this.#tables = tables;
    this.#view.show(tables, levels);
    this.#files.show(tables, this.#chosen);
    this.#describe();
  }

  /** Forgets what was chosen, for files of another trace. */
  forget() {
    this.#chosen = null;
    this.#under = null;
    keepInAddress({ file: null });
  }

  #point(table, chosen) {
    if (chosen) this.#choose(table === null || table.file === this.#chosen ? null : table.file);
    else if (table?.file !== this.#under?.file) {
      this.#under = table;
      this.#describe();
    }
  }

  #choose(file) {
    this.#chosen = file;
    keepInAddress({ file });
    this.#files.show(this.#tables, file);
    this.#describe();
  }

  #describe() {
    const chosen = this.#tables.find(({ file }) => file === this.#chosen) ?? null;
    const under = this.#tables.find(({ file }) => file === this.#under?.file) ?? null;
    this.#view.choose(under?.file ?? chosen?.file ?? null);
    describe(this.#about, under ?? chosen);
  }
}
