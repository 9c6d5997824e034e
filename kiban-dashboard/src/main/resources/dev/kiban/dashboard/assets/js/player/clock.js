// Where a replay stands. Time is the trace's, in milliseconds; no DOM, no timers: the page calls tick for each frame.

/** Fits the whole run into a minute. */
export const FIT = 'fit';
const FIT_MS = 60_000;
const LONGEST_FRAME = 250;

export class Clock {
  t = 0;
  playing = false;
  #duration = 0;
  #speed = 1;
  #last = null;

  /** Begins anew for a run of that length. */
  load(duration) {
    this.#duration = duration;
    this.t = 0;
    this.pause();
  }

  get duration() {
    return this.#duration;
  }

  /** How much faster than life. @param {number | 'fit'} speed */
  set speed(speed) {
    this.#speed = speed;
  }

  get factor() {
    return this.#speed === FIT ? Math.max(1, this.#duration / FIT_MS) : this.#speed;
  }

  /** Plays; from the beginning when it stands at the end. */
  play() {
    if (this.t >= this.#duration) this.t = 0;
    this.playing = true;
    this.#last = null;
  }

  pause() {
    this.playing = false;
  }

  /** Goes to a moment within the run; playing goes on from there. */
  seek(t) {
    this.t = Math.min(this.#duration, Math.max(0, t));
  }

  /**
   * A frame at that time of the display. A page that was hidden goes on about where it was instead of jumping.
   * @param {number} now milliseconds of the display's clock
   */
  tick(now) {
    if (!this.playing) return;
    if (this.#last !== null) this.seek(this.t + Math.min(now - this.#last, LONGEST_FRAME) * this.factor);
    this.#last = now;
    if (this.t >= this.#duration) this.pause();
  }
}
