// The colours of css/tokens.css for canvases, which cannot use them by name.

/** @type {Map<string, string>} */
const colours = new Map();
const listeners = new Set();

/** A colour token of the theme in force, without its dashes: colour('level-0'). */
export function colour(token) {
  let value = colours.get(token);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
    colours.set(token, value);
  }
  return value;
}

/** That colour with an opacity from 0 to 1. Tokens are written as six hexadecimal digits. */
export function faint(token, opacity) {
  return colour(token) + Math.round(opacity * 255).toString(16).padStart(2, '0');
}

/** Calls back after each change of theme. */
export function onTheme(listener) {
  listeners.add(listener);
}

new MutationObserver(() => {
  colours.clear();
  listeners.forEach(listener => listener());
}).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
