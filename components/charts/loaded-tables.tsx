'use client';

import dynamic from 'next/dynamic';
import { notLoaded } from '@/components/ui/not-loaded';
import { Skeleton } from '@/components/ui/skeleton';

/** The tables of the charts, loaded when they are opened, as most visits do not. */

const loading = () => <Skeleton className="m-4 h-72" />;

export const DaysTable = dynamic(() => import('./days-table').then((file) => file.DaysTable, notLoaded), {
  loading,
  ssr: false,
});
export const HistoryTable = dynamic(
  () => import('./history-table').then((file) => file.HistoryTable, notLoaded),
  { loading, ssr: false },
);
