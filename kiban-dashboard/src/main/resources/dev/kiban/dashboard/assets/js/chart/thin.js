// Leaves out points that a screen cannot show, and no peak: of each stretch the moments of the highest and the lowest sum stay.

/** Stretches; a chart has about as many pixels. */
const STRETCHES = 500;

/**
 * @param {{x: number, y: number | null}[][]} series with the same moments in each
 * @returns {{x: number, y: number | null}[][]} the same moments in each, at most some hundreds, in order
 */
export function thin(series) {
  const length = series[0]?.length ?? 0;
  if (length <= 2 * STRETCHES) return series;
  const sum = at => series.reduce((total, points) => total + (points[at].y ?? 0), 0);
  const kept = new Set([0, length - 1]);
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const from = Math.floor(stretch * length / STRETCHES);
    const to = Math.floor((stretch + 1) * length / STRETCHES);
    let low = from;
    let high = from;
    for (let at = from; at < to; at++) {
      if (series.some(points => points[at].y === null)) kept.add(at); // a gap stays a gap
      if (sum(at) < sum(low)) low = at;
      if (sum(at) > sum(high)) high = at;
    }
    kept.add(low).add(high);
  }
  const order = [...kept].sort((a, b) => a - b);
  return series.map(points => order.map(at => points[at]));
}
