// How the second under the crosshair is moved and chosen: by pointer, and by keys while the plot has the focus.

import { firstAtLeast } from '../trace/search.js';

/** Samples that an arrow key passes with Shift. */
const LEAP = 10;

/**
 * Where a key moves the crosshair.
 * @param {string} key
 * @param {boolean} far with Shift
 * @param {number[]} times that it can stand at, ascending
 * @param {number} at where it stands; Infinity when nowhere yet
 * @returns {number | null} null where the key moves nothing
 */
export function moved(key, far, times, at) {
  if (times.length === 0) return null;
  const here = firstAtLeast(times, at);
  const step = far ? LEAP : 1;
  const to = {
    ArrowLeft: here - step,
    ArrowRight: here + (times[here] === at ? step : step - 1),
    Home: 0,
    End: times.length - 1,
  }[key];
  return to === undefined ? null : times[Math.min(times.length - 1, Math.max(0, to))];
}

/**
 * @typedef {object} Target
 * @property {(x: number) => number} second at a distance from the plot's left edge, in pixels
 * @property {() => number[]} times of the samples that are drawn
 * @property {() => number} at where the crosshair stands, else the playhead; Infinity without either
 * @property {() => boolean} crossed whether there is a crosshair
 * @property {(seconds: number | null, chosen: boolean) => void} onPoint
 * @property {(seconds: number) => void} say tells those who do not see the crosshair what stands there
 */

/**
 * @param {HTMLElement} plot that can have the focus
 * @param {Target} target
 */
export function follow(plot, target) {
  byPointer(plot, target);
  plot.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !pressed(event, target)) return;
    event.preventDefault();
    event.stopPropagation(); // the page has other uses for these keys
  });
  plot.addEventListener('blur', () => {
    if (target.crossed()) target.onPoint(null, false);
  });
}

function byPointer(plot, { second, onPoint }) {
  const under = event => second(event.clientX - plot.getBoundingClientRect().left);
  let rest = '';
  // A click leaves the focus where it is, so that the page's own arrow keys go on from the second that was chosen.
  plot.addEventListener('mousedown', event => event.preventDefault());
  plot.addEventListener('pointermove', event => {
    // Browsers also tell of a pointer that rests while the page moves below it.
    const place = `${event.screenX} ${event.screenY}`;
    if (place !== rest) onPoint(under(event), false);
    rest = place;
  });
  plot.addEventListener('pointerleave', () => onPoint(null, false));
  plot.addEventListener('click', event => onPoint(under(event), true));
}

/** Whether the key meant something. */
function pressed({ key, shiftKey }, { times, at, crossed, onPoint, say }) {
  const to = moved(key, shiftKey, times(), at());
  if (to !== null) {
    onPoint(to, false);
    say(to);
    return true;
  }
  if (!crossed()) return false;
  if (key === 'Enter' || key === ' ') onPoint(at(), true);
  else if (key === 'Escape') onPoint(null, false);
  else return false;
  return true;
}
