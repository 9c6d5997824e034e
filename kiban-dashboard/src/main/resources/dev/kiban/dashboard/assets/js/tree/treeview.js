// The tree's picture: a row a level, files in the order of their keys, wide as their bytes. L0 has a row for each of its runs.

import { colour, faint, onTheme } from '../palette.js';
import { layout } from '../trace/keyspan.js';
import { visible } from '../trace/names.js';
import { bytes } from '../format.js';
import { colourOf } from './levels.js';

const LEFT = 34;
const RIGHT = 74;
const GAP = 5;
const FOOT = 18;
const FONT = 12;

export class TreeView {
  #canvas;
  #pen;
  #tables = [];
  #levels = 7;
  /** @type {{table: object, x: number, y: number, width: number, height: number}[]} */
  #boxes = [];
  #rows = [];
  #font = FONT;
  #keyspaces = [];
  #chosen = null;
  #width = 0;
  #height = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(table: object | null, chosen: boolean) => void} onFile told of the file under the pointer, and of one that was chosen
   */
  constructor(canvas, onFile) {
    this.#canvas = canvas;
    this.#pen = canvas.getContext('2d');
    new ResizeObserver(() => this.#resize()).observe(canvas);
    onTheme(() => this.#draw());
    canvas.addEventListener('pointermove', event => onFile(this.#at(event), false));
    canvas.addEventListener('pointerleave', () => onFile(null, false));
    canvas.addEventListener('click', event => onFile(this.#at(event), true));
  }

  /**
   * @param {object[]} tables the file set; the same array means the same files
   * @param {number} levels
   */
  show(tables, levels) {
    if (tables === this.#tables && Math.max(1, levels) === this.#levels) return;
    this.#tables = tables;
    this.#levels = Math.max(1, levels); // a trace from elsewhere may say that it has none
    this.#place();
    this.#draw();
  }

  /** Lights a file and those of other levels that share keys with it; null lights all. */
  choose(file) {
    if (file !== this.#chosen) {
      this.#chosen = file;
      this.#draw();
    }
  }

  #resize() {
    const ratio = globalThis.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0) return;
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#canvas.width = Math.round(clientWidth * ratio);
    this.#canvas.height = Math.round(clientHeight * ratio);
    this.#pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#place();
    this.#draw();
  }

  /** Where each file goes. Rows of L0 share a height that its number of runs stretches. */
  #place() {
    const placed = layout(this.#tables);
    const span = Math.max(1, this.#width - LEFT - RIGHT);
    const runs = [...new Set(this.#tables.filter(({ level }) => level === 0).map(({ run }) => run))].sort((a, b) => b - a);
    const share = Math.min(3, Math.max(1, runs.length * 0.3));
    const unit = (this.#height - FOOT - GAP * this.#levels) / (this.#levels - 1 + share);
    this.#font = Math.min(FONT, unit + GAP - 1);
    this.#rows = [];
    for (let level = 0, y = 0; level < this.#levels; level++) {
      const height = level === 0 ? unit * share : unit;
      this.#rows.push({ level, y, height, files: 0, bytes: 0 });
      y += height + GAP;
    }
    const runHeight = runs.length === 0 ? 0 : this.#rows[0].height / runs.length;
    const spaces = new Map();
    this.#boxes = [];
    for (const table of placed.tables) {
      const { x0, x1 } = table;
      const row = this.#rows[table.level];
      if (row === undefined) continue;
      row.files++;
      row.bytes += table.bytes;
      const inL0 = table.level === 0;
      const y = inL0 ? row.y + runs.indexOf(table.run) * runHeight : row.y;
      const height = inL0 ? Math.max(1, runHeight - (runHeight > 4 ? 1 : 0)) : row.height;
      this.#boxes.push({ table, x: LEFT + x0 * span, y, width: (x1 - x0) * span, height });
      const space = spaces.get(table.keyspace) ?? { name: table.keyspace, x0: 1, x1: 0 };
      space.x0 = Math.min(space.x0, x0);
      space.x1 = Math.max(space.x1, x1);
      spaces.set(table.keyspace, space);
    }
    this.#boxes.sort((a, b) => a.y - b.y || a.x - b.x);
    this.#keyspaces = placed.order === 'key' && spaces.size > 1 ? [...spaces.values()] : [];
  }

  #draw() {
    if (this.#width === 0) return;
    const pen = this.#pen;
    pen.clearRect(0, 0, this.#width, this.#height);
    pen.textBaseline = 'middle';
    pen.font = `${this.#font}px system-ui, sans-serif`;
    for (const row of this.#rows) this.#drawRow(row);
    this.#drawFiles();
    pen.font = `${FONT}px system-ui, sans-serif`;
    this.#drawFoot();
  }

  #drawRow({ level, y, height, files, bytes: size }) {
    const pen = this.#pen;
    pen.fillStyle = colour('sunk');
    pen.fillRect(LEFT, y, this.#width - LEFT - RIGHT, height);
    pen.fillStyle = colour('ink');
    pen.textAlign = 'left';
    pen.fillText(`L${level}`, 4, y + height / 2);
    pen.fillStyle = colour('soft');
    pen.textAlign = 'right';
    pen.fillText(files === 0 ? '' : bytes(size), this.#width - 2, y + height / 2);
  }

  /** Files narrower than a pixel join their neighbours, so that any number of them costs a row's width at most. */
  #drawFiles() {
    const pen = this.#pen;
    const chosen = this.#boxes.find(({ table }) => table.file === this.#chosen);
    let free = 0;
    let y = -1;
    for (const box of this.#boxes) {
      if (box.y !== y) {
        y = box.y;
        free = 0;
      }
      const right = box.x + box.width;
      if (right <= free) continue;
      const left = Math.max(box.x, free);
      const lit = chosen === undefined || shares(box, chosen);
      const token = `level-${colourOf(box.table.level)}`;
      pen.fillStyle = lit ? colour(token) : faint(token, 0.3);
      pen.fillRect(left, box.y, Math.max(1, right - left - (right - left > 3 ? 1 : 0)), box.height);
      free = Math.max(right, left + 1);
    }
    if (chosen !== undefined) {
      pen.strokeStyle = colour('ink');
      pen.lineWidth = 2;
      pen.strokeRect(chosen.x, chosen.y + 1, Math.max(2, chosen.width - 1), Math.max(2, chosen.height - 2));
    }
  }

  #drawFoot() {
    const pen = this.#pen;
    const span = this.#width - LEFT - RIGHT;
    const y = this.#height - FOOT / 2;
    pen.fillStyle = colour('soft');
    if (this.#keyspaces.length === 0) {
      pen.textAlign = 'left';
      pen.fillText('first key', LEFT, y);
      pen.textAlign = 'right';
      pen.fillText('last key', LEFT + span, y);
      return;
    }
    pen.textAlign = 'left';
    for (const { name, x0, x1 } of this.#keyspaces) {
      pen.fillRect(LEFT + x0 * span, 0, 1, this.#height);
      const room = (x1 - x0) * span - 8;
      if (room > 24) pen.fillText(visible(name), LEFT + x0 * span + 4, y, room);
    }
  }

  #at(event) {
    const area = this.#canvas.getBoundingClientRect();
    const x = event.clientX - area.left;
    const y = event.clientY - area.top;
    const hit = this.#boxes.find(box =>
      y >= box.y && y <= box.y + box.height && x >= box.x - 1 && x <= box.x + Math.max(box.width, 1) + 1);
    return hit === undefined ? null : hit.table;
  }
}

const shares = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width;
