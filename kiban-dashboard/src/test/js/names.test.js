import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyText, visible } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/names.js';

test('a rank is a number with a hash, and a hidden key says so', () => {
  assert.deepEqual([keyText(123), keyText(-5), keyText(0), keyText(null)], ['#123', '#-5', '#0', 'hidden']);
});

test('a key shows printable ASCII, and every other byte as a number', () => {
  const hex = (text) => Buffer.from(text).toString('hex');
  assert.equal(keyText(hex('user:42')), 'user:42');
  assert.equal(keyText(hex('a\\x00')), 'a\\\\x00');
  assert.equal(keyText('00' + hex('é\n\u202e') + '7f7e'), '\\x00\\xc3\\xa9\\x0a\\xe2\\x80\\xae\\x7f~');
  assert.equal(keyText(hex('<img onerror=alert(1)>')), '<img onerror=alert(1)>'); // text, for textContent
  assert.equal(keyText(''), '');
});

test('a long key is cut, and says so', () => {
  assert.equal(keyText('61'.repeat(256)), 'a'.repeat(256));
  assert.equal(keyText('61'.repeat(500_000)), `${'a'.repeat(256)}…`);
});

test('a bound that is no hexadecimal is shown as the text that it is', () => {
  assert.equal(keyText('0g\u202e'), '0g\\u{202e}');
  assert.equal(keyText('abc'), 'abc');
});

test('what cannot be seen, or reorders what can, is told by its number', () => {
  const cases = {
    '\u0000': '\\u{0}', '\n': '\\u{a}', '\u007f': '\\u{7f}', '\u0085': '\\u{85}', '\u2028': '\\u{2028}', '\u2029': '\\u{2029}',
    '\u202e': '\\u{202e}', '\u2066': '\\u{2066}', '\u200f': '\\u{200f}', '\u061c': '\\u{61c}', '\u200b': '\\u{200b}', '\u200d': '\\u{200d}',
    '\ufeff': '\\u{feff}', '\u00ad': '\\u{ad}', '\u3164': '\\u{3164}', '\u00a0': '\\u{a0}', '\ud800': '\\u{d800}', '\udc00': '\\u{dc00}',
    '\u{e0041}': '\\u{e0041}', '\ue000': '\\u{e000}',
  };
  for (const [character, shown] of Object.entries(cases)) {
    assert.equal(visible(`a${character}b`), `a${shown}b`);
  }
});

test('all else stays as it is', () => {
  for (const text of ['', 'a store', '<img onerror=alert(1)>', '記憶', 'é', '😀', 'a\\b']) {
    assert.equal(visible(text), text);
  }
});
