'use client';

import { loadable } from '@/components/ui/loadable';
import { Skeleton } from '@/components/ui/skeleton';

/** The plots load their library when they are shown: it is as heavy as all else of the page. */

const OPTIONS = {
  waiting: <Skeleton className="h-52" />,
  failed: (
    <p className="h-52 py-4 text-muted">The picture could not be loaded; the table below has its numbers.</p>
  ),
  isCostly: true,
};

export const BarsPlot = loadable(async () => (await import('./bars-plot')).BarsPlot, OPTIONS);
export const MonthsPlot = loadable(async () => (await import('./months-plot')).MonthsPlot, OPTIONS);
