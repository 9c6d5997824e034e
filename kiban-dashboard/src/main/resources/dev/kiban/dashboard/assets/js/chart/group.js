// All charts of a page: one range of time, one crosshair, one playhead.

import { ChartFigure } from './figure.js';
import { definitions } from './definitions.js';
import { make, setText } from '../page.js';

export class ChartGroup {
  /** @type {ChartFigure[]} */
  #figures;

  /**
   * @param {import('./figure.js').Axis} axis
   * @param {(seconds: number | null) => void} onCross the crosshair moved to another second, or away
   * @param {(seconds: number) => void} onChoose a second was chosen
   */
  constructor(axis, onCross, onChoose) {
    const onPoint = (seconds, chosen) => {
      this.cross(seconds);
      if (chosen) onChoose(seconds);
      else onCross(seconds);
    };
    // One live region for all charts, and only for keys: values that change each second would never let a reader finish.
    const said = make('p', { role: 'status', class: 'said' });
    document.querySelector('main').append(said);
    const say = text => setText(said, text);
    this.#figures = [...document.querySelectorAll('figure[data-chart]')].map(
      figure => new ChartFigure(figure, definitions[figure.dataset.chart], axis, onPoint, say));
  }

  /**
   * Draws a range of a trace.
   * @param {import('../trace/trace.js').Trace} trace
   * @param {number} from milliseconds
   * @param {number} to milliseconds
   */
  show(trace, from, to) {
    // One sample before the range, so that lines and rates begin at its edge.
    const first = Math.max(0, trace.sampleIndexAt(from));
    const view = {
      head: trace.head,
      samples: trace.samples.slice(first, trace.sampleIndexAt(to) + 1),
      stalls: trace.stalls.filter(({ begin, end }) => begin <= to && (end === null || end >= from)),
      marks: trace.marks.filter(({ t }) => t >= from && t <= to),
      from: from / 1000,
      to: to / 1000,
    };
    this.#figures.forEach(figure => figure.show(view));
  }

  /** @param {number | null} seconds */
  cross(seconds) {
    this.#figures.forEach(figure => figure.cross(seconds));
  }

  /** @param {number | null} seconds */
  playhead(seconds) {
    this.#figures.forEach(figure => figure.playhead(seconds));
  }
}
