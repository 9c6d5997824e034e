// The player's page: fetches the recorded run it is for, or waits for a file of the user's, which never leaves the browser.

import { byId, root, setText } from './page.js';
import { TraceError, readTrace } from './trace/reader.js';
import { factsOf, showFacts, titleOf } from './player/facts.js';
import { Player } from './player/player.js';
import { bytes } from './format.js';

const player = new Player();
const id = document.body.dataset.trace;
const drop = byId('drop');

function say(kind, text) {
  const notice = byId('notice');
  notice.hidden = text === null;
  if (text !== null) {
    notice.dataset.kind = kind;
    setText(notice, text);
  }
}

function progress(read, total) {
  const bar = byId('progress');
  if (total > 0) {
    bar.max = total;
    bar.value = read;
  }
  setText(byId('read'), total > 0 ? `${bytes(read)} of ${bytes(total)}` : bytes(read));
}

/** @param {() => Promise<import('./trace/trace.js').Trace>} read */
async function load(read) {
  byId('loading').hidden = false;
  say('', null);
  const began = performance.now();
  try {
    const trace = await read();
    byId('view').hidden = false;
    setText(byId('title'), titleOf(trace));
    document.title = `${titleOf(trace)} · Kiban`;
    showFacts(byId('facts'), factsOf(trace));
    player.load(trace);
    say('cut', trace.cut === null ? null
      : `The recording ends early, after line ${trace.cut.line}: ${trace.cut.reason}. It is played to there.`);
    // For those who measure: what reading and the first picture took.
    performance.measure('kiban-load', { start: began });
  } catch (failure) {
    if (!(failure instanceof TraceError)) console.error(failure);
    byId('view').hidden = true;
    say('error', failure instanceof TraceError ? failure.message : 'The run could not be loaded. Reload the page to try again.');
  } finally {
    byId('loading').hidden = true;
  }
}

const open = file => load(() => readTrace(file, { onProgress: progress }));

async function recorded() {
  const answer = await fetch(`${root}/api/traces/${encodeURIComponent(id)}`);
  if (!answer.ok) throw new TraceError('unreadable', 0, `The run could not be loaded: the application answered ${answer.status}.`);
  return readTrace(answer, { onProgress: progress });
}

if (drop !== null) {
  byId('open').addEventListener('change', event => {
    const file = event.target.files[0];
    if (file !== undefined) open(file);
  });
  for (const [name, over] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
    document.addEventListener(name, event => {
      event.preventDefault();
      drop.classList.toggle('over', over);
      if (name === 'drop' && event.dataTransfer.files.length > 0) open(event.dataTransfer.files[0]);
    });
  }
}

if (id !== 'local') load(recorded);
