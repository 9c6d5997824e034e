// The keys of the player and the live page. They hold while no field has the focus.

const FIELDS = 'input, select, textarea, button, summary, a, [contenteditable]';

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
  const at = event.target instanceof Element ? event.target.closest(FIELDS) : null;
  const scrubber = at?.id === 'scrubber';
  // A field keeps the keys that it understands; letters and brackets mean nothing to buttons and links.
  if (at !== null && !scrubber && (at.matches('input, select, textarea, [contenteditable]') || [' ', 'Enter'].includes(event.key))) return null;
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
