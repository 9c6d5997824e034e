// What every page has: the theme's button and where the dashboard lives.

/** The dashboard's path, the application's context path included; without a slash at the end. */
export const root = document.documentElement.dataset.root;

const button = document.getElementById('theme');

function label() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  button.textContent = next === 'dark' ? 'Dark theme' : 'Light theme';
  return next;
}

button.addEventListener('click', () => {
  const next = label();
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem('kiban-theme', next);
  } catch {
    // not kept for the next page, then
  }
  label();
});
label();
button.hidden = false;

/** The element of that id; pages and scripts are of one version, so it is there. */
export const byId = id => document.getElementById(id);

/**
 * Sets a text only where it differs: setting an equal text would make the browser lay the page out again.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Shows a notice; takes it away where there is nothing to say.
 * @param {HTMLElement} notice
 * @param {string} kind how it is drawn: stale, cut, error or closed
 * @param {string | null} text
 */
export function say(notice, kind, text) {
  notice.hidden = text === null;
  if (text === null) return;
  notice.dataset.kind = kind;
  setText(notice, text);
}

/**
 * A new element.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(string | Node)} content texts are set as text
 */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

let timer = 0;
let pending = {};

/**
 * Keeps the view's state in the URL. Waits for a pause: browsers refuse many changes in a row.
 * @param {Record<string, string | number | null>} state null leaves a name out
 */
export function keepInAddress(state) {
  pending = { ...pending, ...state };
  clearTimeout(timer);
  timer = setTimeout(() => {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(pending)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, String(value));
    }
    pending = {};
    if (url.href !== location.href) history.replaceState(null, '', url);
  }, 250);
}

/** A number of the URL, or null where it is missing or no number. */
export function fromAddress(name) {
  const text = new URL(location.href).searchParams.get(name);
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
