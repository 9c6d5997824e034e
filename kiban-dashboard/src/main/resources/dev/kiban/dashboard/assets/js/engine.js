// The live page of an engine. It follows the last minutes; choosing a second in a chart, or C, holds the page there.

import { byId, fromAddress, keepInAddress, root, say, setText } from './page.js';
import { listen } from './keys.js';
import { Feed } from './live/feed.js';
import { WRITE_STATES, pictureAt } from './trace/picture.js';
import { showStatus } from './live/status.js';
import { ChartGroup } from './chart/group.js';
import { TreePanel } from './tree/panel.js';
import { causeName } from './chart/causes.js';
import { bytes, count, perSecond, wall } from './format.js';

const SECOND = 1000;
const MINUTE = 60_000;
const WINDOWS = [1, 5, 15, 60];
/** The last moment that a date can be made of. */
const LAST = 8.64e15;

const feed = new Feed(`${root}/api/engines/${encodeURIComponent(document.body.dataset.engine)}/trace`, show);
const tree = new TreePanel();
const charts = new ChartGroup({ label: seconds => wall(t0() + seconds * 1000), origin: () => t0() / 1000 }, point, hold);
const windows = byId('window').querySelectorAll('button');
const follow = byId('follow');

let minutes = WINDOWS.includes(fromAddress('minutes')) ? fromAddress('minutes') : 5;
/** The moment that is held, in milliseconds since 1970, so that a link leads others to the same; null while following. */
let held = fromAddress('at');
if (held !== null && !(held >= 0 && held <= LAST)) held = null;

/** The second under the pointer; null when it is elsewhere. */
let under = null;

/** When the trace's time is 0, in milliseconds since 1970. */
function t0() {
  return feed.trace.head?.t0 ?? 0;
}

const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/** The oldest moment that is known, the one whose tree is shown, and the last of the range, in the trace's milliseconds. */
const oldest = () => feed.trace.samples[0].t;
const moment = () => (held === null ? feed.trace.duration : clamp(held - t0(), oldest(), feed.trace.duration));
const end = () => (held === null ? feed.trace.duration : clamp(moment() + minutes * MINUTE / 2, 0, feed.trace.duration));

function show() {
  const noticed = showStatus(feed, byId('state'), byId('notice'));
  byId('loading').hidden = feed.trace.samples.length > 0 || noticed;
  follow.disabled = feed.trace.samples.length === 0;
  if (feed.trace.samples.length === 0) return;
  if (!noticed && held !== null && held - t0() < oldest() - SECOND) {
    say(byId('notice'), 'stale', 'The second of this link is no longer held: this is the oldest one that is.');
  }
  byId('view').hidden = false;
  charts.show(feed.trace, end() - minutes * MINUTE, end());
  charts.playhead(held === null ? null : moment() / 1000);
  look();
}

function point(seconds) {
  under = seconds;
  look();
}

/** Tiles, tree and tables at the second under the pointer, otherwise at the moment of the page. */
function look() {
  if (feed.trace.samples.length === 0) return;
  const t = under === null ? moment() : under * 1000;
  tree.show(feed.trace, t);
  const now = pictureAt(feed.trace, t);
  setText(byId('when'), wall(t0() + t));
  setText(follow, held === null ? 'Hold' : 'Follow');
  if (now === null) return;
  setText(byId('writes'), perSecond(now.writes));
  setText(byId('reads'), perSecond(now.reads));
  byId('write-state').dataset.state = now.writeState;
  setText(byId('write-state'), WRITE_STATES[now.writeState]);
  setText(byId('cause'), now.sample.stall === null ? '' : causeName(now.sample.stall));
  setText(byId('blocked'), count(now.sample.blocked));
  setText(byId('disk'), bytes(now.disk));
  setText(byId('queued'), bytes(now.sample.queued));
  setText(byId('compactions'), count(now.compactions));
}

function hold(seconds) {
  held = Math.round(t0() + seconds * 1000);
  under = null;
  charts.cross(null);
  keepInAddress({ at: held });
  show();
}

function toggle() {
  if (held === null) hold(feed.trace.duration / 1000);
  else {
    held = null;
    keepInAddress({ at: null });
    show();
  }
}

const by = seconds => () => hold(Math.min(feed.trace.duration, Math.max(0, moment() + seconds * 1000)) / 1000);

follow.addEventListener('click', toggle);
listen({
  hold: toggle,
  back1: by(-1), on1: by(1), back10: by(-10), on10: by(10), back60: by(-60), on60: by(60),
  table: () => { byId('files').open = !byId('files').open; },
}, () => feed.trace.samples.length > 0);

function press() {
  windows.forEach(button => button.setAttribute('aria-pressed', String(Number(button.value) === minutes)));
}

windows.forEach(button => button.addEventListener('click', () => {
  minutes = Number(button.value);
  keepInAddress({ minutes });
  press();
  show();
}));

press();
byId('loading').hidden = false;
feed.follow();
