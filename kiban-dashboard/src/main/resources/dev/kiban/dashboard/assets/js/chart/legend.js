// A chart's legend: of each series a piece of its line, its name and its value.

import { make } from '../page.js';

/**
 * @param {HTMLElement} list
 * @param {string[]} names of the series
 * @returns {{line: HTMLCanvasElement, value: HTMLElement}[]} what changes of each
 */
export function legend(list, names) {
  return names.map(name => {
    const value = make('span', { class: 'value' });
    const line = make('canvas', { width: '26', height: '16', 'aria-hidden': 'true' });
    list.append(make('li', {}, line, make('span', {}, name), value));
    return { line, value };
  });
}

/** Draws the piece of line as the chart draws it. */
export function drawKey(canvas, { borderColor, backgroundColor, borderDash }, stacked) {
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
