// Where an axis has its ticks.

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400];
const TICK_ROOM = 90;

/** Round moments, as many as have room: whole minutes of a clock, not tenths of whatever range is shown. */
export function timeTicks({ min, max, width }, origin) {
  const most = Math.max(2, Math.floor(width / TICK_ROOM));
  const step = STEPS.find(seconds => (max - min) / seconds <= most) ?? Math.ceil((max - min) / most);
  const first = Math.ceil((min + origin) / step) * step - origin;
  const ticks = [];
  // Counted, because a second added to an absurd moment is that moment again.
  for (let i = 0; i <= most && first + i * step <= max; i++) ticks.push({ value: first + i * step });
  return ticks;
}

/** A power of two that divides an axis of bytes into a few steps. */
export const binaryStep = highest => 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, highest) / 4)));

/** Powers of ten only, on a logarithmic axis. */
export function tick(value, at, all, logarithmic, format) {
  return !logarithmic || Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6) ? format(value) : '';
}
