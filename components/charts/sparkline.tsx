import type { Trend } from '@/lib/contract/own-bots';
import { SPARKLINE, sparkline } from '@/lib/view/sparkline';

type SparklineProps = {
  trend: Trend;
  color: string;
  /** Points further apart are not joined. */
  gapMs?: number;
};

/** A small line without axes, next to the figure that it is about. */
export function Sparkline({ trend, color, gapMs }: SparklineProps) {
  const { lines, area, dots } = sparkline(trend, gapMs);
  return (
    <svg
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      preserveAspectRatio="none"
      className="h-6 w-16 shrink-0 overflow-visible"
      fill="none"
      stroke={color}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={area} stroke="none" fill={color} fillOpacity="0.08" />
      <path d={lines} strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      <path d={dots} strokeWidth="4" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
