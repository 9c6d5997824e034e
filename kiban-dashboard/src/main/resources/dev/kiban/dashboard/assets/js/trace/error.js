/** @typedef {'empty'|'not-a-trace'|'too-new'|'damaged'|'too-large'|'unreadable'} Reason */

const REMEDY = {
  'empty': 'Choose a file that ends with .ktrace.ndjson.gz.',
  'not-a-trace': 'This is not a trace: choose a file that ends with .ktrace.ndjson.gz.',
  'too-new': 'Open it with a newer Kiban.',
  'damaged': 'The trace is damaged: fetch or record it again.',
  'too-large': 'It is refused, because it could exhaust the memory of this page.',
  'unreadable': 'Choose or fetch it again.',
};

/**
 * Why a trace, or one line of it, is refused. The message is for people: what is wrong, in which line, and what to do. It never
 * holds anything out of the file.
 */
export class TraceError extends Error {
  /**
   * @param {Reason} reason
   * @param {string} problem goes on after "line 7", such as "has no sequence"; a sentence of its own where it begins with a capital
   * @param {?number} [line] counted from 1; null where unknown
   */
  constructor(reason, problem, line = null) {
    const where = /^[A-Z]/.test(problem) ? '' : line === null ? 'A line ' : `Line ${line} `;
    super(`${where}${problem}. ${REMEDY[reason]}`);
    this.name = 'TraceError';
    this.reason = reason;
    this.problem = problem;
    this.line = line;
  }

  /** The same, told of a line. */
  at(line) {
    return new TraceError(this.reason, this.problem, line);
  }
}
