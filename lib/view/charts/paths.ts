import type { PlacedPoint } from './line-chart';

/** SVG paths of the segments of a LineChart. Relative and in whole units, which halves the size of the HTML. */

type Segments = readonly (readonly PlacedPoint[])[];
type Place = readonly [x: number, y: number];

/** The lines through the last values. */
export const linePath = (segments: Segments): string =>
  segments
    .filter(({ length }) => length > 1)
    .map((segment) => polyline(segment.map(({ x, y }) => [x, y])))
    .join('');

/** Lines without length at points between two gaps, which round line ends turn into dots. */
export const dotsPath = (segments: Segments): string =>
  segments.map(([point, next]) => (point && !next ? `M${point.x} ${point.y}h0` : '')).join('');

/** The areas from lowest to highest value, closed, where these differ. */
export const bandPath = (segments: Segments): string =>
  segments
    .flatMap(bandsOf)
    .map((band) => {
      const highest = band.map(({ x, yMax }): Place => [x, yMax]);
      const lowest = band.map(({ x, yMin }): Place => [x, yMin]);
      return `${polyline([...highest, ...lowest.reverse()])}z`;
    })
    .join('');

/** The stretches of a segment where lowest and highest differ, with the points next to them. */
function bandsOf(segment: readonly PlacedPoint[]): PlacedPoint[][] {
  const bands: PlacedPoint[][] = [];
  let band: PlacedPoint[] | null = null;
  segment.forEach((point, at) => {
    if (![segment[at - 1], point, segment[at + 1]].some((each) => each && each.yMin !== each.yMax)) {
      band = null;
    } else if (band === null) {
      band = [point];
      bands.push(band);
    } else band.push(point);
  });
  return bands;
}

function polyline(places: readonly Place[]): string {
  const steps = places.map(([x, y], at) => {
    const before = places[at - 1];
    return before === undefined ? `M${x} ${y}` : `l${x - before[0]} ${y - before[1]}`;
  });
  return steps.join('');
}
