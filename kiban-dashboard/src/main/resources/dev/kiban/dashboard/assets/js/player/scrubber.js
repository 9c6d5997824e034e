// The native range and, under it, where stalls and marks are.

import { byId } from '../page.js';
import { colour, onTheme } from '../palette.js';
import { hatch } from '../chart/hatch.js';
import { spoken } from '../format.js';

/** Half the width of a browser's thumb, so that the ticks stand under it. */
const THUMB = 8;

export class Scrubber {
  #range = byId('scrubber');
  #canvas = byId('ticks');
  #trace = null;

  /**
   * @param {(t: number) => void} onSeek
   */
  constructor(onSeek) {
    this.#range.addEventListener('input', () => onSeek(Number(this.#range.value)));
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
    onTheme(() => this.#draw());
  }

  /** @param {import('../trace/trace.js').Trace} trace */
  load(trace) {
    this.#trace = trace;
    this.#range.max = String(trace.duration);
    this.#range.step = '1';
    this.#draw();
  }

  show(t) {
    this.#range.value = String(Math.round(t));
    const text = `${spoken(t)} of ${spoken(this.#trace.duration)}`;
    if (this.#range.getAttribute('aria-valuetext') !== text) this.#range.setAttribute('aria-valuetext', text);
  }

  #draw() {
    const ratio = globalThis.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || this.#trace === null) return;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    const pen = this.#canvas.getContext('2d');
    pen.scale(ratio, ratio);
    const place = t => THUMB + t / Math.max(1, this.#trace.duration) * (width - 2 * THUMB);
    for (const { begin, end, cause, kind } of this.#trace.stalls) {
      pen.fillStyle = hatch(cause, kind === 'stop');
      pen.fillRect(place(begin), 0, Math.max(1.5, place(end ?? this.#trace.duration) - place(begin)), height);
    }
    pen.fillStyle = colour('accent');
    for (const { t } of this.#trace.marks) {
      pen.beginPath();
      pen.moveTo(place(t) - 4, height);
      pen.lineTo(place(t) + 4, height);
      pen.lineTo(place(t), 0);
      pen.fill();
    }
  }
}
