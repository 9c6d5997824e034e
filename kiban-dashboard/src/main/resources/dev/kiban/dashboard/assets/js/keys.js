// The keys of the player and the live page. They hold while no field has the focus, and can be switched off.

const FIELDS = 'input, select, textarea, button, summary, a, [contenteditable]';

/** What scrolls by itself when it, or something in it, has the focus. */
const SCROLLS = '.scroll, .moments';
const SCROLLING = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

const STORED = 'kiban-keys';
const box = document.getElementById('keys');
let on = stored();

function stored() {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

/** Switches them on or off, on later pages too. */
function setKeys(wanted) {
  on = wanted;
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off');
  } catch {
    // not kept for the next page, then
  }
}

if (box !== null) {
  box.checked = on;
  box.addEventListener('change', () => setKeys(box.checked));
}

/**
 * @param {Record<string, () => void>} commands by name; keys of others do nothing
 * @param {() => boolean} ready whether there is something to show
 */
export function listen(commands, ready) {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const name = commandOf(event);
    if (name === null || !Object.hasOwn(commands, name) || (name !== 'help' && !ready())) return;
    event.preventDefault();
    commands[name]();
  });
}

function commandOf(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.id === 'scrubber') return scrubbed(event) ?? (on ? pressed(event) : null);
  if (!on || (SCROLLING.includes(event.key) && target.closest(SCROLLS) !== null)) return null;
  const at = target.closest(FIELDS);
  // A field keeps the keys that it understands; letters and brackets mean nothing to buttons and links.
  if (at !== null && (at.matches('input, select, textarea, [contenteditable]') || [' ', 'Enter'].includes(event.key))) return null;
  return pressed(event);
}

/** What moves a range: its own step is a millisecond, too little for a key. These hold with the keys switched off too. */
function scrubbed({ key, shiftKey }) {
  switch (key) {
    case 'ArrowLeft': case 'ArrowDown': return shiftKey ? 'back10' : 'back1';
    case 'ArrowRight': case 'ArrowUp': return shiftKey ? 'on10' : 'on1';
    case 'PageDown': return 'back10';
    case 'PageUp': return 'on10';
    case 'Home': return 'start';
    case 'End': return 'end';
    default: return null;
  }
}

function pressed(event) {
  switch (event.key) {
    case ' ': case 'k': case 'K': return 'toggle';
    case 'ArrowLeft': return event.shiftKey ? 'back10' : 'back1';
    case 'ArrowRight': return event.shiftKey ? 'on10' : 'on1';
    case 'j': case 'J': return 'back60';
    case 'l': case 'L': return 'on60';
    case 'Home': return 'start';
    case 'End': return 'end';
    case '[': return 'previous';
    case ']': return 'next';
    case '+': case '=': return 'faster';
    case '-': return 'slower';
    case 'c': case 'C': return 'hold';
    case 't': case 'T': return 'table';
    case '?': return 'help';
    default: return null;
  }
}
