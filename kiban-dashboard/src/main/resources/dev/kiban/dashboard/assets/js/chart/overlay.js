// A Chart.js plugin: bands behind the lines; limits, flags, crosshair and playhead before them. It reads chart.overlay.

import { colour, faint } from '../palette.js';
import { hatch } from './hatch.js';
import { placeBands, placeFlags } from './placing.js';

const FONT = '11px system-ui, sans-serif';
const FLAG_WIDTH = 160;
const TICK = 6;

/**
 * @typedef {object} Overlay
 * @property {{from: number, to: number, cause: string, stop: boolean}[]} bands in seconds
 * @property {{y: number, label: string}[]} limits
 * @property {{x: number, name: string}[]} flags
 * @property {{left: number, right: number, cause: string, stop: boolean}[]} boxes the bands as they are drawn, in pixels
 * @property {{at: number, text: string, width: number}[]} labels of flags that have room
 * @property {number[]} ticks flags that have none
 * @property {number | null} cross second under the pointer
 * @property {number | null} playhead second that is shown
 */

export const overlay = {
  id: 'kibanOverlay',

  beforeInit(chart) {
    /** @type {Overlay} */
    chart.overlay = { bands: [], limits: [], flags: [], boxes: [], labels: [], ticks: [], cross: null, playhead: null };
  },

  /** After each change of data, range or size; what is drawn in between finds everything in its place. */
  afterLayout(chart) {
    const { ctx: pen, chartArea: area, scales, overlay: marks } = chart;
    const place = seconds => scales.x.getPixelForValue(seconds);
    marks.boxes = placeBands(marks.bands, place, area);
    const { labels, ticks } = placeFlags(marks.flags, place, area);
    pen.save();
    pen.font = FONT;
    marks.labels = labels.map(label => ({ ...label, width: Math.min(FLAG_WIDTH, pen.measureText(label.text).width) }));
    pen.restore();
    marks.ticks = ticks;
  },

  beforeDatasetsDraw(chart) {
    const { ctx: pen, chartArea: area } = chart;
    pen.save();
    for (const { left, right, cause, stop } of chart.overlay.boxes) {
      pen.fillStyle = hatch(cause, stop);
      pen.fillRect(left, area.top, right - left, area.bottom - area.top);
    }
    pen.restore();
  },

  afterDatasetsDraw(chart) {
    const { ctx: pen, scales, overlay: marks } = chart;
    const place = seconds => scales.x.getPixelForValue(seconds);
    pen.save();
    pen.font = FONT;
    marks.limits.forEach(limit => drawLimit(chart, limit));
    drawTicks(chart);
    marks.labels.forEach((label, at) => drawFlag(chart, label, at % 3));
    if (marks.playhead !== null) drawLine(chart, place(marks.playhead), colour('ink'), 1.5, []);
    if (marks.cross !== null) drawLine(chart, place(marks.cross), colour('soft'), 1, [3, 3]);
    pen.restore();
  },
};

function drawLimit(chart, { y, label }) {
  const { ctx: pen, chartArea: area, scales } = chart;
  const at = scales.y.getPixelForValue(y);
  if (!(at >= area.top && at <= area.bottom)) return;
  pen.strokeStyle = pen.fillStyle = colour('bad');
  pen.lineWidth = 1;
  pen.setLineDash([6, 4]);
  pen.beginPath();
  pen.moveTo(area.left, at);
  pen.lineTo(area.right, at);
  pen.stroke();
  pen.textAlign = 'right';
  pen.textBaseline = at - area.top < 14 ? 'top' : 'bottom';
  pen.fillText(label, area.right - 3, at);
}

function drawTicks(chart) {
  const { ctx: pen, chartArea: area, overlay: { ticks } } = chart;
  pen.strokeStyle = colour('accent');
  pen.lineWidth = 1;
  pen.setLineDash([]);
  pen.beginPath();
  for (const at of ticks) {
    pen.moveTo(at, area.bottom);
    pen.lineTo(at, area.bottom - TICK);
  }
  pen.stroke();
}

/** Names stand in three rows by turns, so that flags side by side can be read. */
function drawFlag(chart, { at, text, width }, row) {
  const { ctx: pen, chartArea: area } = chart;
  drawLine(chart, at, colour('accent'), 1, [2, 2]);
  const y = area.top + 2 + row * 13;
  const left = at > (area.left + area.right) / 2 ? at - 4 - width : at + 4;
  pen.fillStyle = faint('panel', 0.85);
  pen.fillRect(left - 2, y - 1, width + 4, 13);
  pen.fillStyle = colour('accent');
  pen.textBaseline = 'top';
  pen.textAlign = 'left';
  pen.fillText(text, left, y, FLAG_WIDTH);
}

function drawLine(chart, at, colourOfLine, width, dash) {
  const { ctx: pen, chartArea: area } = chart;
  if (at < area.left - 1 || at > area.right + 1) return;
  pen.strokeStyle = colourOfLine;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.beginPath();
  pen.moveTo(at, area.top);
  pen.lineTo(at, area.bottom);
  pen.stroke();
}
