import { MAX_LEVELS } from './bounds.js';
import { TraceError } from './error.js';

/** Numbers up to here are exact. A rank may be this very number. */
const EXACT = 2 ** 53;

/**
 * Typed access to the members of a parsed object, or the elements of a parsed array. Absent and null are one thing: 0, empty or
 * null. A value of the wrong type, or a number that is not exact here, is damage. Only names that the caller gives are looked at,
 * so that a member named `__proto__` is an unknown field like any other. Messages tell the name and never the value.
 */
export class Fields {
  #values;
  #of;

  /**
   * @param {object} values
   * @param {string} [of] what an array is the value of
   */
  constructor(values, of = '') {
    this.#values = values;
    this.#of = of;
  }

  /** @returns {Fields} of an array */
  static row(value, of) {
    if (!Array.isArray(value)) {
      throw new TraceError('damaged', `has an element that is no array in ${of}`);
    }
    return new Fields(value, of);
  }

  /** A whole number, 0 or more. */
  count(name, absent = 0) {
    const number = this.decimal(name, absent);
    return number === null ? null : Math.trunc(number);
  }

  /** A number, 0 or more. */
  decimal(name, absent = 0) {
    const value = this.#value(name);
    if (value === null) {
      return absent;
    }
    if (typeof value !== 'number' || !(value >= 0 && value <= EXACT)) {
      throw this.#wrong(name);
    }
    return value + 0; // no negative zero
  }

  /** A level's number. */
  level(name, absent = 0) {
    const level = this.count(name, absent);
    if (level >= MAX_LEVELS) {
      throw new TraceError('damaged', `has a level beyond ${MAX_LEVELS - 1}`);
    }
    return level;
  }

  /** What stands for a key: an integer, a string or null. */
  bound(name) {
    const value = this.#value(name);
    if (value === null || typeof value === 'string') {
      return value;
    }
    if (Number.isInteger(value) && Math.abs(value) <= EXACT) {
      return value + 0;
    }
    throw this.#wrong(name);
  }

  text(name, absent = '') {
    return this.#typed(name, 'string', absent);
  }

  flag(name, absent = false) {
    return this.#typed(name, 'boolean', absent);
  }

  /** @returns {Array} */
  list(name) {
    const value = this.#value(name) ?? [];
    if (!Array.isArray(value)) {
      throw this.#wrong(name);
    }
    return value;
  }

  /** An array with something for each level. */
  byLevel(name) {
    const list = this.list(name);
    if (list.length > MAX_LEVELS) {
      throw new TraceError('damaged', `has more than ${MAX_LEVELS} levels in ${name}`);
    }
    return list;
  }

  /** An object by name, as it is. */
  object(name) {
    const value = this.#value(name) ?? {};
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw this.#wrong(name);
    }
    return value;
  }

  has(name) {
    return this.#value(name) !== null;
  }

  #typed(name, type, absent) {
    const value = this.#value(name) ?? absent;
    if (value !== absent && typeof value !== type) {
      throw this.#wrong(name);
    }
    return value;
  }

  #value(name) {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? null) : null;
  }

  #wrong(name) {
    const place = this.#of === '' ? name : `element ${name} of ${this.#of}`;
    return new TraceError('damaged', `has a value of the wrong type in ${place}`);
  }
}
