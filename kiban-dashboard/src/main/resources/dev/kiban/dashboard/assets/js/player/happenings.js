// What runs at the moment, and the list of moments worth a look.

import { make, setText } from '../page.js';
import { bytes, clockTenths, duration } from '../format.js';

const MAX_ROWS = 300;

export class Happenings {
  #running;
  #list;
  #onSeek;
  #trace = null;
  #moments = [];
  #buttons = [];
  #current = -1;

  /**
   * @param {HTMLElement} section with .running and a list .moments
   * @param {(t: number) => void} onSeek
   */
  constructor(section, onSeek) {
    this.#running = section.querySelector('.running');
    this.#list = section.querySelector('.moments');
    this.#onSeek = onSeek;
  }

  /**
   * @param {import('../trace/trace.js').Trace} trace
   * @param {{t: number, kind: string, text: string}[]} moments in order of time
   */
  load(trace, moments) {
    this.#trace = trace;
    this.#moments = moments.slice(0, MAX_ROWS);
    this.#current = -1;
    this.#buttons = this.#moments.map(({ t, text }) => {
      const button = make('button', { type: 'button' }, clockTenths(t));
      button.addEventListener('click', () => this.#onSeek(t));
      return { button, item: make('li', {}, button, make('bdi', {}, text)) };
    });
    this.#list.replaceChildren(...this.#buttons.map(({ item }) => item));
    if (moments.length === 0) this.#list.append(make('li', { class: 'hint' }, 'No stalls, marks or errors in this run.'));
    if (moments.length > MAX_ROWS) this.#list.append(make('li', { class: 'hint' }, `and ${moments.length - MAX_ROWS} more: go through all of them with [ and ]`));
  }

  show(t) {
    setText(this.#running, this.#jobs(t));
    const current = this.#moments.findLastIndex(moment => moment.t <= t);
    if (current === this.#current) return;
    this.#buttons[this.#current]?.item.removeAttribute('aria-current');
    this.#buttons[current]?.item.setAttribute('aria-current', 'true');
    this.#current = current;
    // In the next frame, when the browser lays the page out anyway: asked for now, it would do so twice.
    requestAnimationFrame(() => this.#scroll());
  }

  #scroll() {
    const item = this.#buttons[this.#current]?.item;
    if (item !== undefined) this.#list.scrollTop = item.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
  }

  #jobs(t) {
    const running = this.#trace.jobs.filter(({ begin, end }) => begin <= t && (end === null || end > t));
    if (running.length === 0) return 'No background job runs.';
    return running.map(({ kind, from, to, bytes: size, begin }) =>
      `${kind === 'flush' ? 'Flush' : `Compaction L${from} → L${to}`} of ${bytes(size)}, for ${duration(t - begin)}`).join('; ') + '.';
  }
}
