/** A small generator of random numbers that gives the same ones for the same seed (mulberry32). */
export class Seeded {
  #state;

  constructor(seed) {
    this.#state = seed | 0;
  }

  /** From 0, below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0, below an end. */
  below(end) {
    return Math.floor(this.next() * end);
  }

  /** Around a mean, up to a share of it away. */
  around(mean, share = 0.2) {
    return Math.round(mean * (1 - share + 2 * share * this.next()));
  }
}

/** A seed for tests that look elsewhere each time: out of SEED, else of the clock. */
export function freshSeed() {
  return Number(process.env.SEED ?? Date.now() % 1_000_000);
}
