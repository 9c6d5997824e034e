// Looking points up by their second.

/** The value of the last point at or before a second; null where the line has a gap, and before the first point. */
export function valueAt(points, seconds) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].x <= seconds) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : points[low - 1].y;
}
