// Numbers as people read them, each with its unit. '–' stands for unknown.

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const wallClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

const unknown = value => value === null || value === undefined || Number.isNaN(value);

/** 43974656 → "43,974,656" */
export const count = value => (unknown(value) ? '–' : grouped.format(value));

/** Three significant digits, without zeros that say nothing. */
function three(value) {
  return String(Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)));
}

/** 43974656 → "41.9 MiB" */
export function bytes(value) {
  if (unknown(value)) return '–';
  let unit = 0;
  let rest = Math.abs(value);
  while (rest >= 1024 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit++;
  }
  return `${value < 0 ? '−' : ''}${unit === 0 ? rest.toFixed(0) : three(rest)} ${UNITS[unit]}`;
}

/** 1234567 → "1.23 M"; below ten thousand whole. */
export function short(value) {
  if (unknown(value)) return '–';
  const size = Math.abs(value);
  if (size >= 999.5e6) return `${three(value / 1e9)} G`;
  if (size >= 999.5e3) return `${three(value / 1e6)} M`;
  if (size >= 1e4) return `${three(value / 1e3)} k`;
  return grouped.format(value);
}

/** "1.23 M/s" */
export const perSecond = value => (unknown(value) ? '–' : `${short(value)}/s`);

/** "41.9 MiB/s" */
export const bytesPerSecond = value => (unknown(value) ? '–' : `${bytes(value)}/s`);

/** "3.25×" */
export const times = value => (unknown(value) ? '–' : `${three(value)}×`);

/** A plain number with at most two decimals. */
export const decimal = value => (unknown(value) ? '–' : three(value));

/** A duration of milliseconds: "1.53 µs", "340 ms", "1.25 s", "3 min 4 s". */
export function duration(ms) {
  if (unknown(ms)) return '–';
  if (ms < 1e-3) return `${three(ms * 1e6)} ns`;
  if (ms < 1) return `${three(ms * 1e3)} µs`;
  if (ms < 1e3) return `${three(ms)} ms`;
  if (ms < 60_000) return `${three(ms / 1e3)} s`;
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** Elapsed time on a clock: "1:23", "1:02:03". */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map(part => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : `${Number(parts[0])}:${parts[1]}`;
}

/** With tenths: "1:23.4". */
export const clockTenths = ms => `${clock(ms)}.${Math.floor(ms / 100) % 10}`;

/** Elapsed time as it is said: "1 minute 23 seconds". */
export function spoken(ms) {
  const seconds = Math.floor(ms / 1000);
  const say = (value, unit) => (value === 0 ? [] : [`${value} ${unit}${value === 1 ? '' : 's'}`]);
  const parts = [
    ...say(Math.floor(seconds / 3600), 'hour'),
    ...say(Math.floor(seconds / 60) % 60, 'minute'),
    ...say(seconds % 60, 'second'),
  ];
  return parts.join(' ') || '0 seconds';
}

/** Time of day here: "14:03:59". */
export const wall = ms => wallClock.format(new Date(ms));
