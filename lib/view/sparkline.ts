import type { Trend } from '@/lib/contract/own-bots';

/** The drawing area. Lines keep their width when it is stretched, so it can be scaled freely. */
export const SPARKLINE = { width: 100, height: 24 } as const;
/** Keeps half the width of the line inside the area. */
const MARGIN = 2;
/** Points further apart are not joined: more than twice the 4 hours between regular points. */
const GAP_MS = 9 * 3_600_000;

export type Sparkline = {
  /** An SVG path; each gap starts a new line, and a point between gaps is a dot. */
  readonly path: string;
  readonly last: number;
  /** Since the first point. */
  readonly change: number;
};

/** Draws a trend: time to the right, its highest value on top; a constant one is in the middle. */
export function sparkline({ fromMs, untilMs, points }: Trend): Sparkline {
  const values = points.map(({ servers }) => servers);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const x = (atMs: number) => round(((atMs - fromMs) / Math.max(1, untilMs - fromMs)) * SPARKLINE.width);
  const y = (servers: number) => {
    const share = max === min ? 0.5 : (servers - min) / (max - min);
    return round(SPARKLINE.height - MARGIN - share * (SPARKLINE.height - 2 * MARGIN));
  };
  const path = points
    .map(({ atMs, servers }, at) => {
      const before = points[at - 1];
      const isJoined = before !== undefined && atMs - before.atMs <= GAP_MS;
      const place = `${x(atMs)} ${y(servers)}`;
      return isJoined ? `L${place}` : `M${place}h0`;
    })
    .join('');
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  return { path, last, change: last - first };
}

/** So that server and browser render the same digits. */
const round = (value: number): number => Math.round(value * 100) / 100;
