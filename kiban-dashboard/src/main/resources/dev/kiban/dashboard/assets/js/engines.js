// The engines page: a card an engine, each with its own feed.

import { byId, root, setText } from './page.js';
import { onTheme } from './palette.js';
import { Feed } from './live/feed.js';
import { pictureAt } from './trace/picture.js';
import { showStatus } from './live/status.js';
import { sparkline } from './live/sparkline.js';
import { rate } from './trace/series.js';
import { causeName } from './chart/causes.js';
import { bytes, count, duration, perSecond } from './format.js';

const WINDOW = 300_000;

class Card {
  #element;
  #feed;

  constructor(element) {
    this.#element = element;
    const engine = encodeURIComponent(element.dataset.engine);
    this.#feed = new Feed(`${root}/api/engines/${engine}/trace`, () => this.#show());
    onTheme(() => this.#line());
    this.#feed.follow();
  }

  #set(name, text) {
    setText(this.#element.querySelector(`[data-fact="${name}"]`), text);
  }

  #show() {
    showStatus(this.#feed, this.#element.querySelector('.state'), this.#element.querySelector('.notice'));
    const { trace } = this.#feed;
    const now = pictureAt(trace, trace.duration);
    if (now === null) return;
    const stop = trace.head.limits.l0Stop;
    this.#set('writes', perSecond(now.writes));
    this.#set('reads', perSecond(now.reads));
    this.#set('disk', bytes(now.disk));
    this.#set('l0', stop > 0 ? `${count(now.sample.levels[0]?.files)} of ${count(stop)}` : count(now.sample.levels[0]?.files));
    this.#set('compactions', count(now.compactions));
    this.#set('stall', stallText(now.lastStall, trace.duration));
    this.#line();
  }

  #line() {
    const { trace } = this.#feed;
    if (trace.samples.length === 0) return;
    const from = trace.duration - WINDOW;
    const samples = trace.samples.slice(Math.max(0, trace.sampleIndexAt(from)));
    sparkline(this.#element.querySelector('canvas'), rate(samples, sample => sample.ops), from / 1000, trace.duration / 1000);
  }
}

function stallText(stall, now) {
  if (stall === null) return 'none in the last hour';
  if (stall.end === null) return `now: ${causeName(stall.cause)}`;
  return `${causeName(stall.cause)}, ${duration(Math.max(0, now - stall.end))} ago`;
}

for (const element of byId('engines')?.children ?? []) new Card(element);
