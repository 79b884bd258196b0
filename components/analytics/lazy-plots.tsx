'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';

const loading = () => <Skeleton className="h-52" />;

/** The plots load their library when they are shown: it is as heavy as all else of the page. */
export const BarsPlot = dynamic(() => import('./bars-plot').then((file) => file.BarsPlot), {
  ssr: false,
  loading,
});
export const MonthsPlot = dynamic(() => import('./months-plot').then((file) => file.MonthsPlot), {
  ssr: false,
  loading,
});
