// The player's page: fetches the recorded run it is for, or waits for a file of the user's, which never leaves the browser.

import { byId, root, say, setText } from './page.js';
import { TraceError, readTrace } from './trace/reader.js';
import { factsOf, showFacts, titleOf } from './player/facts.js';
import { Player } from './player/player.js';
import { bytes } from './format.js';

const player = new Player();
const id = document.body.dataset.trace;
const notice = byId('notice');
const drop = byId('drop');
/** What the page is called while no run is shown. */
const title = byId('title').textContent;
/** Counts the runs that were asked for, so that a slow one does not come after its successor. */
let turns = 0;

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
  const turn = ++turns;
  byId('loading').hidden = false;
  say(notice, '', null);
  const began = performance.now();
  try {
    const trace = await read();
    if (turn !== turns) return; // another file was chosen meanwhile
    byId('view').hidden = false;
    setText(byId('title'), titleOf(trace));
    document.title = `${titleOf(trace)} · Kiban`;
    showFacts(byId('facts'), factsOf(trace));
    player.load(trace);
    say(notice, 'cut', trace.cut === null ? null
      : `This run is played to line ${trace.cut.line - 1}. ${trace.cut.reason}`);
    // For those who measure: what reading and the first picture took.
    performance.measure('kiban-load', { start: began });
  } catch (failure) {
    if (turn !== turns) return;
    player.unload();
    setText(byId('title'), title);
    document.title = `${title} · Kiban`;
    if (!(failure instanceof TraceError)) console.error(failure);
    byId('view').hidden = true;
    say(notice, 'error', failure instanceof TraceError ? failure.message : 'The run could not be loaded. Reload the page to try again.');
  } finally {
    if (turn === turns) byId('loading').hidden = true;
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
