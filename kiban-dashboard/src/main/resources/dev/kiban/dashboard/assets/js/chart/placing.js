// Where bands and flags go, so that any number of them costs a drawing no more than its width. Pure functions; drawings are many,
// and this is done once for a range and a size.

import { visible } from '../trace/names.js';

/** How near each other labels may be; where there are many flags, labels stand so that none covers another. */
const LABEL_GAP = 10;
const MANY = 12;

/** Characters of a name that are shown. */
const SHOWN = 60;

/** A band that is hardly seen is drawn this wide. */
const NARROW = 1.5;

/**
 * Bands as boxes that do not overlap. What lies within the same pixel is one box, a full stop if there was one.
 * @param {{from: number, to: number, cause: string, stop: boolean}[]} bands
 * @param {(seconds: number) => number} place
 * @param {{left: number, right: number}} area
 * @returns {{left: number, right: number, cause: string, stop: boolean}[]} in order
 */
export function placeBands(bands, place, area) {
  const boxes = [];
  let free = area.left; // what lies before it is drawn on already
  for (const { from, to, cause, stop } of [...bands].sort((a, b) => a.from - b.from)) {
    const begin = Math.max(area.left, place(from));
    const end = Math.min(area.right, place(to));
    if (!(end >= begin)) continue;
    const left = Math.max(free, begin);
    const last = boxes.at(-1);
    if (last !== undefined && end < left + 1 && begin < free) {
      if (stop && !last.stop && last.right - last.left <= NARROW) Object.assign(last, { cause, stop });
      continue;
    }
    const right = Math.max(left + NARROW, end);
    boxes.push({ left, right, cause, stop });
    free = Math.max(Math.floor(left) + 1, end);
  }
  return boxes;
}

/**
 * Flags: a label where there is room, which tells how many more stand beside it, else a tick; one a pixel.
 * @param {{x: number, name: string}[]} flags
 * @param {(seconds: number) => number} place
 * @param {{left: number, right: number}} area
 * @returns {{labels: {at: number, text: string}[], ticks: number[]}} in order
 */
export function placeFlags(flags, place, area) {
  const placed = flags.map(({ x, name }) => ({ at: place(x), name }))
    .filter(({ at }) => at >= area.left && at <= area.right)
    .sort((a, b) => a.at - b.at);
  const gap = placed.length > MANY ? Math.max(LABEL_GAP, (area.right - area.left) / MANY) : LABEL_GAP;
  const groups = [];
  const ticks = [];
  for (const { at, name } of placed) {
    const group = groups.at(-1);
    if (group === undefined || at >= group.at + gap) groups.push({ at, name, more: 0 });
    else {
      group.more++;
      const drawn = Math.max(group.at, ticks.at(-1) ?? 0);
      if (Math.floor(at) > Math.floor(drawn)) ticks.push(at);
    }
  }
  const labels = groups.map(({ at, name, more }) => ({ at, text: more === 0 ? shown(name) : `${shown(name)} and ${more} more` }));
  return { labels, ticks };
}

function shown(name) {
  const begin = [...name.slice(0, 2 * SHOWN)].slice(0, SHOWN).join('');
  return begin.length < name.length ? `${visible(begin)}…` : visible(begin);
}
