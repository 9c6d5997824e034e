/** Bytes of a key that are shown; a key may be as long as a line. */
const SHOWN = 256;

/** Controls, unpaired surrogates, direction marks, zero-width and other characters that are not seen, and spaces but for the plain one. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}/gu;

/**
 * Text that came with a trace, with all that would not be seen, or would reorder what is, as `\u{…}`. It is still only text: it goes
 * to `textContent`.
 *
 * @param {string} text
 */
export function visible(text) {
  return text.replace(UNSEEN, (unseen) => `\\u{${unseen.codePointAt(0).toString(16)}}`);
}

/**
 * What stands for a key: a rank as `#123`; a key in hexadecimal as its printable ASCII, with `\xNN` for all else.
 *
 * @param {number|string|null} bound
 */
export function keyText(bound) {
  if (bound === null) {
    return 'hidden';
  }
  if (typeof bound === 'number') {
    return `#${bound}`;
  }
  const hex = bound.slice(0, 2 * SHOWN);
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) {
    return visible(hex);
  }
  const text = hex.replace(/../g, byteText);
  return bound.length > hex.length ? `${text}…` : text;
}

function byteText(hex) {
  const byte = parseInt(hex, 16);
  if (byte === 0x5c) {
    return '\\\\';
  }
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${hex}`;
}
