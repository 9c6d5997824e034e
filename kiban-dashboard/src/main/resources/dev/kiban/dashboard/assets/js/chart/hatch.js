// Hatches that tell the causes of stalls apart without colour.

import { colour, faint, onTheme } from '../palette.js';

/** Strokes of an 8 by 8 tile: [x0, y0, x1, y1]. */
const STROKES = {
  memtables: [[0, 8, 8, 0], [-2, 2, 2, -2], [6, 10, 10, 6]],
  l0_files: [[0, 0, 8, 8], [-2, 6, 2, 10], [6, -2, 10, 2]],
  pending_bytes: [[0, 2, 8, 2], [0, 6, 8, 6]],
  disk_space: [[2, 0, 2, 8], [6, 0, 6, 8], [0, 4, 8, 4]],
};

const patterns = new Map();
onTheme(() => patterns.clear());

/**
 * The fill of a band.
 * @param {string} cause
 * @param {boolean} stop stopped writers are drawn heavier than slowed ones
 */
export function hatch(cause, stop) {
  const name = `${cause} ${stop}`;
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 8;
    const pen = tile.getContext('2d');
    pen.fillStyle = faint('band', stop ? 0.2 : 0.05);
    pen.fillRect(0, 0, 8, 8);
    pen.strokeStyle = stop ? colour('band') : faint('band', 0.35);
    pen.lineWidth = stop ? 1.6 : 1;
    for (const [x0, y0, x1, y1] of Object.hasOwn(STROKES, cause) ? STROKES[cause] : []) {
      pen.beginPath();
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
      pen.stroke();
    }
    pattern = pen.createPattern(tile, 'repeat');
    patterns.set(name, pattern);
  }
  return pattern;
}
