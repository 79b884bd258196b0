import type { Trend } from '@/lib/contract/own-bots';

/** The drawing area. Lines keep their width when it is stretched, so it can be scaled freely. */
export const SPARKLINE = { width: 100, height: 24 } as const;
/** Keeps half the width of the line inside the area. */
const MARGIN = 2;
/** Points further apart are not joined: more than twice the 4 hours between regular points. */
const GAP_MS = 9 * 3_600_000;

export type Sparkline = {
  /** SVG paths: the lines between gaps, and the points that are alone, each a line of length 0. */
  readonly lines: string;
  /** What is below the lines. */
  readonly area: string;
  readonly dots: string;
};

/** Draws a trend: time to the right, its highest value on top; a constant one is in the middle. */
export function sparkline({ fromMs, untilMs, points }: Trend, gapMs = GAP_MS): Sparkline {
  const values = points.map(({ servers }) => servers);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const x = (atMs: number) => round(((atMs - fromMs) / Math.max(1, untilMs - fromMs)) * SPARKLINE.width);
  const y = (servers: number) => {
    const share = max === min ? 0.5 : (servers - min) / (max - min);
    return round(SPARKLINE.height - MARGIN - share * (SPARKLINE.height - 2 * MARGIN));
  };
  const isJoined = (at: number) => {
    const [before, after] = [points[at - 1], points[at]];
    return before !== undefined && after !== undefined && after.atMs - before.atMs <= gapMs;
  };
  let [lines, dots] = ['', ''];
  for (const [at, { atMs, servers }] of points.entries()) {
    const place = `${x(atMs)} ${y(servers)}`;
    if (isJoined(at)) lines += `L${place}`;
    else if (isJoined(at + 1)) lines += `M${place}`;
    else dots += `M${place}h0`;
  }
  const area = lines.replace(/M(\S+) [^M]*/g, (part, x) => `${part}V${SPARKLINE.height}H${x}z`);
  return { lines, area, dots };
}

/** So that server and browser render the same digits. */
const round = (value: number): number => Math.round(value * 100) / 100;
