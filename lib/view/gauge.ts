/** The geometry of the quota gauge: an arc of 270 degrees, open at the bottom, on a circle around (0, 0). */

const SWEEP_DEGREES = 270;
const START_DEGREES = -135;

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

export type GaugeArc = {
  /** The arc of the whole scale. */
  readonly track: string;
  /** The used part up to the limit; `null` if nothing is used. */
  readonly used: string | null;
  /** The part beyond the limit; `null` if there is none. */
  readonly over: string | null;
  /** Lines across the arc: at the given percentages, or at the limit if it is exceeded. */
  readonly marks: readonly Line[];
};

/** The scale ends at the limit or, if exceeded, at the used amount with a mark at the limit. */
export function gaugeArc(
  percent: number,
  marksAt: readonly number[],
  radius: number,
  reach: number,
): GaugeArc {
  const arc = (from: number, to: number) => arcPath(degreesAt(from, percent), degreesAt(to, percent), radius);
  return {
    track: arc(0, Math.max(100, percent)),
    used: percent > 0 ? arc(0, Math.min(100, percent)) : null,
    over: percent > 100 ? arc(100, percent) : null,
    marks: (percent > 100 ? [100] : marksAt).map((value) =>
      lineAt(value, percent, radius - reach, radius + reach),
    ),
  };
}

/** A line at a value between two distances from the centre, on the gauge of `percent`. */
export function lineAt(value: number, percent: number, from: number, to: number): Line {
  const degrees = degreesAt(value, percent);
  return [...onCircle(degrees, from), ...onCircle(degrees, to)];
}

const degreesAt = (value: number, percent: number): number =>
  START_DEGREES + (Math.max(0, value) / Math.max(100, percent)) * SWEEP_DEGREES;

function arcPath(fromDegrees: number, toDegrees: number, radius: number): string {
  const [x1, y1] = onCircle(fromDegrees, radius);
  const [x2, y2] = onCircle(toDegrees, radius);
  const isLong = toDegrees - fromDegrees > 180 ? 1 : 0;
  return `M${x1} ${y1}A${radius} ${radius} 0 ${isLong} 1 ${x2} ${y2}`;
}

/** Degrees clockwise from the top. Rounded, so that server and browser render the same digits. */
function onCircle(degrees: number, radius: number): readonly [x: number, y: number] {
  const radians = (degrees * Math.PI) / 180;
  const round = (value: number) => Math.round(value * 100) / 100;
  return [round(radius * Math.sin(radians)), round(-radius * Math.cos(radians))];
}
