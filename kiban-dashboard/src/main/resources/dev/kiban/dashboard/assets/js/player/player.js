// The trace player: a clock, its buttons and keys, and what is drawn at its moment.

import { byId, fromAddress, keepInAddress, setText } from '../page.js';
import { ChartGroup } from '../chart/group.js';
import { TreePanel } from '../tree/panel.js';
import { causeName } from '../chart/causes.js';
import { listen } from '../keys.js';
import { pictureAt, WRITE_STATES } from '../trace/picture.js';
import { bytes, clock as clockText, clockTenths, count, perSecond, times } from '../format.js';
import { Clock, FIT } from './clock.js';
import { Happenings } from './happenings.js';
import { Scrubber } from './scrubber.js';
import { momentsOf, next, previous } from './moments.js';

const SPEEDS = [1, 5, 10, 30, 60, 300, FIT];
const SECOND = 1000;

export class Player {
  #clock = new Clock();
  #trace = null;
  #moments = [];
  #frame = 0;
  #loaded = 0;
  #tree = new TreePanel();
  #charts = new ChartGroup({ label: seconds => clockText(seconds * SECOND) }, () => {}, seconds => this.#seek(seconds * SECOND));
  #scrubber = new Scrubber(t => this.#seek(t));
  #happenings = new Happenings(byId('happenings'), t => this.#seek(t));
  #speed = byId('speed');

  constructor() {
    const commands = this.#commands();
    for (const button of document.querySelectorAll('[data-command]')) {
      button.addEventListener('click', commands[button.dataset.command]);
    }
    this.#speed.addEventListener('change', () => this.#setSpeed(this.#speed.value));
    listen(commands, () => this.#trace !== null);
  }

  /**
   * Shows a run. The first one from the second that the address names, others from their beginning. It never starts to play by
   * itself.
   * @param {import('../trace/trace.js').Trace} trace
   */
  load(trace) {
    const at = this.#loaded === 0 ? fromAddress('t') ?? 0 : 0;
    if (this.#loaded++ > 0) this.#tree.forget();
    this.#trace = trace;
    this.#moments = momentsOf(trace);
    this.#clock.load(trace.duration);
    this.#setSpeed(new URL(location.href).searchParams.get('speed') ?? '1');
    this.#clock.seek(at * SECOND);
    this.#scrubber.load(trace);
    this.#happenings.load(trace, this.#moments);
    setText(byId('length'), clockTenths(trace.duration));
    this.#charts.show(trace, 0, Math.max(SECOND, trace.duration));
    this.#show();
  }

  /** Forgets the run: nothing is to be played until the next one. */
  unload() {
    this.#clock.pause();
    this.#trace = null;
  }

  #commands() {
    const by = seconds => () => this.#seek(this.#clock.t + seconds * SECOND);
    const to = find => () => {
      const moment = find(this.#moments, this.#clock.t);
      if (moment !== null) this.#seek(moment.t);
    };
    return {
      toggle: () => this.#toggle(),
      back1: by(-1), on1: by(1), back10: by(-10), on10: by(10), back60: by(-60), on60: by(60),
      start: () => this.#seek(0),
      end: () => this.#seek(this.#clock.duration),
      previous: to(previous),
      next: to(next),
      faster: () => this.#shift(1),
      slower: () => this.#shift(-1),
      table: () => { byId('files').open = !byId('files').open; },
      help: () => byId('help').showModal(),
      closeHelp: () => byId('help').close(),
      copy: () => this.#copy(),
    };
  }

  #toggle() {
    if (this.#clock.playing) this.#clock.pause();
    else {
      this.#clock.play();
      this.#next();
    }
    this.#show();
  }

  /** Asks for one frame, however often it is called before that. */
  #next() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(now => {
      this.#clock.tick(now);
      this.#show();
      if (this.#clock.playing) this.#next();
    });
  }

  #seek(t) {
    this.#clock.seek(t);
    this.#show();
  }

  #shift(by) {
    const at = SPEEDS.findIndex(speed => String(speed) === this.#speed.value);
    this.#setSpeed(String(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]));
    this.#show();
  }

  #setSpeed(text) {
    const speed = SPEEDS.find(one => String(one) === text) ?? 1;
    this.#speed.value = String(speed);
    this.#clock.speed = speed;
    keepInAddress({ t: this.#second(), speed });
  }

  #second() {
    return Math.round(this.#clock.t) / SECOND;
  }

  #show() {
    const { t, playing } = this.#clock;
    document.body.dataset.t = String(Math.round(t));
    setText(byId('elapsed'), clockTenths(t));
    byId('play').setAttribute('aria-pressed', String(playing));
    setText(byId('play'), playing ? 'Pause' : 'Play');
    this.#scrubber.show(t);
    this.#tree.show(this.#trace, t);
    this.#charts.playhead(t / SECOND);
    this.#happenings.show(t);
    this.#tiles(pictureAt(this.#trace, t));
    if (!playing) keepInAddress({ t: this.#second(), speed: this.#speed.value });
  }

  #tiles(now) {
    setText(byId('writes'), perSecond(now?.writes));
    setText(byId('write-state'), now === null ? '–' : WRITE_STATES[now.writeState]);
    byId('write-state').dataset.state = now?.writeState ?? 'loading';
    setText(byId('cause'), now === null || now.sample.stall === null ? '' : causeName(now.sample.stall));
    setText(byId('operations'), count(now?.sample.ops));
    setText(byId('disk'), bytes(now?.disk));
    setText(byId('queued'), bytes(now?.sample.queued));
    setText(byId('amplification'), times(amplification(now?.sample)));
  }

  async #copy() {
    const url = new URL(location.href);
    url.searchParams.set('t', String(this.#second()));
    try {
      await navigator.clipboard.writeText(url.href);
      setText(byId('copied'), 'Link copied.');
    } catch {
      setText(byId('copied'), 'The browser did not allow it: copy the address instead.');
    }
  }
}

const amplification = sample =>
  (sample === undefined || sample.bytesIn === 0 ? null : (sample.flushBytes + sample.compactBytes) / sample.bytesIn);
