/** @param {readonly number[]} values @param {number} share 0.5 is the median */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (/** @type {readonly number[]} */ values) => quantile(values, 0.5);

/** The slope of the least-squares line. @param {readonly (readonly [x: number, y: number])[]} points */
export function slope(points) {
  const mean = (/** @type {0 | 1} */ axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0);
  const below = points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0);
  return above / below;
}
