// One chart with all that belongs to it: legend with values, a sentence, a table. Drawn once for a range of time; crosshair and
// playhead move over it without drawing it anew.

import { colour, faint, onTheme } from '../palette.js';
import { make, setText } from '../page.js';
import { overlay } from './overlay.js';
import { follow } from './pointing.js';
import { thin } from './thin.js';
import { causeName } from './causes.js';
import { duration } from '../format.js';

const { Chart } = globalThis;
Chart.defaults.font.family = 'system-ui, sans-serif';
Chart.defaults.font.size = 11;
const MAX_ROWS = 60;

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
    this.#values = this.#legend(figure.querySelector('.legend'));
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
    const highest = this.#highest();
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
    setText(this.#summary, this.#sentence());
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

  #legend(list) {
    return this.#definition.series.map(({ label }) => {
      const value = make('span', { class: 'value' });
      const line = make('canvas', { width: '26', height: '16', 'aria-hidden': 'true' });
      list.append(make('li', {}, line, make('span', {}, label), value));
      return { line, value };
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

  #highest() {
    return Math.max(0, ...this.#peaks().map(({ y }) => y));
  }

  /** The highest point of each series; of stacked ones, of their sum. */
  #peaks() {
    const all = this.#definition.stacked ? [sum(this.#points)] : this.#points;
    return all.map(points => points.reduce((high, point) => (point.y !== null && point.y > high.y ? point : high), { x: 0, y: 0 }));
  }

  #sentence() {
    const { format, series, stacked, bands } = this.#definition;
    const names = stacked ? ['In all'] : series.map(({ label }) => label);
    const parts = this.#peaks().map(({ x, y }, at) =>
      y === 0 ? `${names[at]}: none` : `${names[at]}: at most ${format(y)}, at ${this.#axis.label(x)}`);
    const text = `${parts.join('; ')}.`;
    return text.charAt(0).toUpperCase() + text.slice(1) + (bands ? ` ${stallSentence(this.#view)}` : '');
  }

  #table() {
    if (!this.#details.open || this.#view === null) return;
    const table = this.#details.querySelector('table');
    const { format, series } = this.#definition;
    const points = this.#points;
    const every = Math.max(1, Math.ceil((points[0]?.length ?? 0) / MAX_ROWS));
    const rows = (points[0] ?? []).filter((_, at) => at % every === 0).map(({ x }) => {
      const cells = points.map(of => make('td', { class: 'number' }, format(valueAt(of, x))));
      return make('tr', {}, make('th', { scope: 'row' }, this.#axis.label(x)), ...cells);
    });
    table.replaceChildren(
      make('caption', {}, every === 1 ? 'Each second' : `One second in ${every}`),
      make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'time'),
        ...series.map(({ label }) => make('th', { scope: 'col', class: 'number' }, label)))),
      make('tbody', {}, ...rows));
  }
}

const band = ({ begin, end, cause, kind }, to) =>
  ({ from: begin / 1000, to: end === null ? to : end / 1000, cause, stop: kind === 'stop' });

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400];
const TICK_ROOM = 90;

/** Round moments, as many as have room: whole minutes of a clock, not tenths of whatever range is shown. */
function timeTicks({ min, max, width }, origin) {
  const most = Math.max(2, Math.floor(width / TICK_ROOM));
  const step = STEPS.find(seconds => (max - min) / seconds <= most) ?? Math.ceil((max - min) / most);
  const ticks = [];
  for (let at = Math.ceil((min + origin) / step) * step - origin; at <= max; at += step) ticks.push({ value: at });
  return ticks;
}

/** A power of two that divides an axis of bytes into a few steps. */
const binaryStep = highest => 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, highest) / 4)));

/** Powers of ten only, on a logarithmic axis. */
function tick(value, at, all, logarithmic, format) {
  return !logarithmic || Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6) ? format(value) : '';
}

/** The value of the last point at or before a second; null where the line has a gap. */
function valueAt(points, seconds) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].x <= seconds) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : points[low - 1].y;
}

function sum(series) {
  return (series[0] ?? []).map(({ x }, at) => ({ x, y: series.reduce((total, points) => total + (points[at]?.y ?? 0), 0) }));
}

function stallSentence({ stalls, to }) {
  if (stalls.length === 0) return 'No stall.';
  const length = ({ begin, end }) => (end ?? to * 1000) - begin;
  const longest = stalls.reduce((a, b) => (length(b) > length(a) ? b : a));
  const stops = stalls.filter(({ kind }) => kind === 'stop').length;
  return `${stalls.length} ${stalls.length === 1 ? 'stall' : 'stalls'}, ${stops} of them full stops; the longest took `
    + `${duration(length(longest))} (${causeName(longest.cause)}).`;
}

function drawKey(canvas, { borderColor, backgroundColor, borderDash }, stacked) {
  const pen = canvas.getContext('2d');
  pen.clearRect(0, 0, canvas.width, canvas.height);
  if (stacked) {
    pen.fillStyle = backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  pen.strokeStyle = borderColor;
  pen.lineWidth = 3;
  pen.setLineDash(borderDash);
  pen.beginPath();
  pen.moveTo(0, 8);
  pen.lineTo(canvas.width, 8);
  pen.stroke();
}
