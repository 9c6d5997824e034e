// One chart with all that belongs to it: legend with values, a sentence, a table. Drawn once for a range of time; crosshair and
// playhead move over it without drawing it anew.

import { colour, faint, onTheme } from '../palette.js';
import { setText } from '../page.js';
import { binaryStep, tick, timeTicks } from './axis.js';
import { fill } from './datatable.js';
import { drawKey, legend } from './legend.js';
import { overlay } from './overlay.js';
import { follow } from './pointing.js';
import { valueAt } from './points.js';
import { peaks, sentence } from './sentence.js';
import { thin } from './thin.js';

const { Chart } = globalThis;
Chart.defaults.font.family = 'system-ui, sans-serif';
Chart.defaults.font.size = 11;

/**
 * @typedef {object} Axis
 * @property {(seconds: number) => string} label a moment in words
 * @property {() => number} [origin] seconds that are added to find whole minutes; 0 by default
 *
 * @typedef {object} View
 * @property {object} head of the trace
 * @property {object[]} samples
 * @property {object[]} stalls
 * @property {object[]} marks
 * @property {number} from first second
 * @property {number} to last second
 */

export class ChartFigure {
  #figure;
  #definition;
  #axis;
  #chart;
  #values;
  #summary;
  #details;
  /** @type {{x: number, y: number | null}[][]} */
  #points = [];
  /** @type {View | null} */
  #view = null;

  /**
   * @param {HTMLElement} figure of the page, with data-chart
   * @param {import('./definitions.js').Definition} definition
   * @param {Axis} axis
   * @param {(seconds: number | null, chosen: boolean) => void} onPoint told of the second under the crosshair, and of one that was chosen
   * @param {(text: string) => void} say speaks the values at a crosshair that keys moved
   */
  constructor(figure, definition, axis, onPoint, say) {
    this.#figure = figure;
    this.#definition = definition;
    this.#axis = axis;
    this.#summary = figure.querySelector('.summary');
    this.#details = figure.querySelector('details');
    this.#chart = this.#create(figure.querySelector('canvas'));
    this.#values = legend(figure.querySelector('.legend'), definition.series.map(({ label }) => label));
    this.#details.addEventListener('toggle', () => this.#table());
    this.#follow(onPoint, say);
    onTheme(() => this.#colours());
    this.#colours();
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    const { format, series, limits, bands, binary } = this.#definition;
    this.#points = series.map(one => one.points(view.samples));
    const drawn = thin(this.#points);
    this.#chart.data.datasets.forEach((dataset, at) => (dataset.data = drawn[at]));
    const highs = peaks(this.#points, this.#definition.stacked);
    const highest = Math.max(0, ...highs.map(({ y }) => y));
    const lines = limits ? limits(view.head).filter(({ y, near }) => !near || highest > y * 0.3) : [];
    const scales = this.#chart.options.scales;
    scales.x.min = view.from;
    scales.x.max = view.to;
    scales.y.suggestedMax = Math.max(0, ...lines.map(({ y }) => y * 1.08));
    if (binary) scales.y.ticks.stepSize = binaryStep(Math.max(highest, scales.y.suggestedMax));
    this.#chart.overlay.limits = lines.map(({ y, label }) => ({ y, label: `${label} at ${format(y)}` }));
    this.#chart.overlay.bands = bands ? view.stalls.map(stall => band(stall, view.to)) : [];
    this.#chart.overlay.flags = view.marks.map(({ t, name }) => ({ x: t / 1000, name }));
    this.#chart.update('none');
    setText(this.#summary, sentence(this.#definition, highs, this.#axis.label, view));
    this.#readings();
    this.#table();
  }

  /** Moves the crosshair, null takes it away. */
  cross(seconds) {
    if (this.#chart.overlay.cross !== seconds) {
      this.#chart.overlay.cross = seconds;
      this.#move();
    }
  }

  /** Moves the playhead, null takes it away. */
  playhead(seconds) {
    if (this.#chart.overlay.playhead !== seconds) {
      this.#chart.overlay.playhead = seconds;
      this.#move();
    }
  }

  #move() {
    this.#chart.draw();
    this.#readings();
  }

  #create(canvas) {
    const { format, series, stacked = false, logarithmic = false, whole = false } = this.#definition;
    const label = this.#axis.label;
    return new Chart(canvas, {
      type: 'line',
      plugins: [overlay],
      data: {
        datasets: series.map(({ label: name, dash }, at) => ({
          label: name,
          data: [],
          borderDash: dash ?? [],
          borderWidth: stacked ? 1 : 1.75,
          fill: stacked ? (at === 0 ? 'origin' : '-1') : false,
        })),
      },
      options: {
        animation: false,
        parsing: false,
        normalized: true,
        responsive: true,
        maintainAspectRatio: false,
        events: [],
        elements: { point: { radius: 0 }, line: { tension: 0 } },
        plugins: { legend: { display: false }, tooltip: { enabled: false } },
        scales: {
          x: {
            type: 'linear',
            afterBuildTicks: scale => { scale.ticks = timeTicks(scale, this.#axis.origin?.() ?? 0); },
            ticks: { callback: value => label(value), maxRotation: 0, autoSkip: false },
          },
          y: {
            type: logarithmic ? 'logarithmic' : 'linear',
            stacked,
            beginAtZero: !logarithmic,
            ticks: { callback: (value, at, all) => tick(value, at, all, logarithmic, format), maxTicksLimit: 6, ...(whole ? { precision: 0 } : {}) },
          },
        },
      },
    });
  }

  #colours() {
    const { series, stacked } = this.#definition;
    this.#chart.data.datasets.forEach((dataset, at) => {
      dataset.borderColor = colour(series[at].token);
      dataset.backgroundColor = faint(series[at].token, stacked ? 0.55 : 0.15);
      drawKey(this.#values[at].line, dataset, stacked);
    });
    for (const scale of Object.values(this.#chart.options.scales)) {
      scale.ticks.color = colour('soft');
      scale.grid = { color: colour('line') };
    }
    this.#chart.update('none');
  }

  #follow(onPoint, say) {
    const { overlay: marks } = this.#chart;
    follow(this.#figure.querySelector('.plot'), {
      second: pixels => {
        const { x } = this.#chart.scales;
        return Math.min(x.max, Math.max(x.min, x.getValueForPixel(pixels)));
      },
      times: () => {
        const { from, to } = this.#view ?? { from: 0, to: 0 };
        return (this.#points[0] ?? []).map(({ x }) => x).filter(x => x >= from && x <= to);
      },
      at: () => marks.cross ?? marks.playhead ?? Infinity,
      crossed: () => marks.cross !== null,
      onPoint,
      say: seconds => say(this.#reading(seconds)),
    });
  }

  /** A moment and its values, to be spoken. */
  #reading(seconds) {
    const { format, series } = this.#definition;
    const values = series.map(({ label }, at) => `${label} ${format(valueAt(this.#points[at], seconds))}`);
    return `${this.#axis.label(seconds)}: ${values.join(', ')}`;
  }

  /** The values at the crosshair, else at the playhead, else the last ones. */
  #readings() {
    const { cross, playhead } = this.#chart.overlay;
    const seconds = cross ?? playhead ?? Infinity;
    this.#points.forEach((points, at) => {
      setText(this.#values[at].value, this.#definition.format(valueAt(points, seconds)));
    });
  }

  #table() {
    if (!this.#details.open || this.#view === null) return;
    const { format, series } = this.#definition;
    fill(this.#details.querySelector('table'), this.#points, series.map(({ label }) => label), format, this.#axis.label);
  }
}

const band = ({ begin, end, cause, kind }, to) =>
  ({ from: begin / 1000, to: end === null ? to : end / 1000, cause, stop: kind === 'stop' });
