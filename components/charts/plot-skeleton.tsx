import { Skeleton } from '@/components/ui/skeleton';

/** Heights of the plots in pixels; the skeleton has the same, so that the layout does not shift when a chart loads. */
export const UPPER_PX = 136;
export const LOWER_PX = 152;
export const CAPTION_PX = 20;

/** The placeholder of the two charts over time. */
export function PlotSkeleton() {
  return (
    <div style={{ height: UPPER_PX + LOWER_PX + CAPTION_PX * 3 }}>
      <Skeleton className="h-full" />
    </div>
  );
}

/** The placeholder of the chart of calls per day. */
export function BarsSkeleton() {
  return (
    <div style={{ height: LOWER_PX + CAPTION_PX * 2 }}>
      <Skeleton className="h-full" />
    </div>
  );
}
