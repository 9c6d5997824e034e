/** Place of the first of what is in order of its time that comes after t; their number when none does. */
export function firstAfter(timed, t) {
  return first(timed.length, (place) => timed[place].t > t);
}

/** Place of the first of ascending numbers that is no smaller; their number when all are. */
export function firstAtLeast(numbers, number) {
  return first(numbers.length, (place) => numbers[place] >= number);
}

function first(end, holds) {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
