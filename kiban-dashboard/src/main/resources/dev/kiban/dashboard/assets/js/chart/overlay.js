// A Chart.js plugin: bands behind the lines; limits, flags, crosshair and playhead before them. It reads chart.overlay.

import { colour, faint } from '../palette.js';
import { hatch } from './hatch.js';

const FLAG_WIDTH = 160;

/**
 * @typedef {object} Overlay
 * @property {{from: number, to: number, cause: string, stop: boolean}[]} bands in seconds
 * @property {{y: number, label: string}[]} limits
 * @property {{x: number, name: string}[]} flags
 * @property {number | null} cross second under the pointer
 * @property {number | null} playhead second that is shown
 */

export const overlay = {
  id: 'kibanOverlay',

  beforeInit(chart) {
    /** @type {Overlay} */
    chart.overlay = { bands: [], limits: [], flags: [], cross: null, playhead: null };
  },

  beforeDatasetsDraw(chart) {
    const { ctx: pen, chartArea: area, scales } = chart;
    pen.save();
    for (const { from, to, cause, stop } of chart.overlay.bands) {
      const left = Math.max(area.left, scales.x.getPixelForValue(from));
      const right = Math.min(area.right, scales.x.getPixelForValue(to));
      if (right < area.left || left > area.right) continue;
      pen.fillStyle = hatch(cause, stop);
      pen.fillRect(left, area.top, Math.max(1.5, right - left), area.bottom - area.top);
    }
    pen.restore();
  },

  afterDatasetsDraw(chart) {
    const { ctx: pen, overlay: marks } = chart;
    pen.save();
    pen.font = '11px system-ui, sans-serif';
    marks.limits.forEach(limit => drawLimit(chart, limit));
    marks.flags.forEach((flag, at) => drawFlag(chart, flag, at % 3));
    if (marks.playhead !== null) drawLine(chart, marks.playhead, colour('ink'), 1.5, []);
    if (marks.cross !== null) drawLine(chart, marks.cross, colour('soft'), 1, [3, 3]);
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

/** Names stand in three rows by turns, so that flags side by side can be read. */
function drawFlag(chart, { x, name }, row) {
  const { ctx: pen, chartArea: area, scales } = chart;
  const at = scales.x.getPixelForValue(x);
  if (at < area.left || at > area.right) return;
  drawLine(chart, x, colour('accent'), 1, [2, 2]);
  const y = area.top + 2 + row * 13;
  const width = Math.min(FLAG_WIDTH, pen.measureText(name).width);
  const left = at > (area.left + area.right) / 2 ? at - 4 - width : at + 4;
  pen.fillStyle = faint('panel', 0.85);
  pen.fillRect(left - 2, y - 1, width + 4, 13);
  pen.fillStyle = colour('accent');
  pen.textBaseline = 'top';
  pen.textAlign = 'left';
  pen.fillText(name, left, y, FLAG_WIDTH);
}

function drawLine(chart, x, colourOfLine, width, dash) {
  const { ctx: pen, chartArea: area, scales } = chart;
  const at = scales.x.getPixelForValue(x);
  if (at < area.left - 1 || at > area.right + 1) return;
  pen.strokeStyle = colourOfLine;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.beginPath();
  pen.moveTo(at, area.top);
  pen.lineTo(at, area.bottom);
  pen.stroke();
}
