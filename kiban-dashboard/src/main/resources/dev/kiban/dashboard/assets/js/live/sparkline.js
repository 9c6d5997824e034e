// A small line without axes, for the cards of the engines page.

import { colour, faint } from '../palette.js';

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{x: number, y: number | null}[]} points
 * @param {number} from first second
 * @param {number} to last second
 */
export function sparkline(canvas, points, from, to) {
  const ratio = globalThis.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d');
  pen.scale(ratio, ratio);
  const highest = points.reduce((high, { y }) => Math.max(high, y ?? 0), 1);
  const place = ({ x, y }) => [(x - from) / (to - from) * width, height - 2 - y / highest * (height - 6)];
  pen.strokeStyle = colour('series-1');
  pen.fillStyle = faint('series-1', 0.15);
  pen.lineWidth = 1.5;
  for (const part of parts(points)) {
    pen.beginPath();
    part.forEach(point => pen.lineTo(...place(point)));
    pen.stroke();
    pen.lineTo(place(part.at(-1))[0], height);
    pen.lineTo(place(part[0])[0], height);
    pen.fill();
  }
}

/** The stretches without gaps. */
function parts(points) {
  const all = [];
  let part = [];
  for (const point of points) {
    if (point.y !== null) part.push(point);
    else if (part.length > 0) {
      all.push(part);
      part = [];
    }
  }
  return part.length > 0 ? [...all, part] : all;
}
