'use client';

import { loadable } from '@/components/ui/loadable';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';

/** The tables beside the charts, loaded when they are opened, as most visits do not. */

const PLACEHOLDERS = {
  waiting: <Skeleton className="m-4 h-72" />,
  failed: (
    <div className="p-4">
      <Notice tone="critical">The table could not be loaded. Open it again in a moment.</Notice>
    </div>
  ),
};

export const CallsTable = loadable(async () => (await import('./calls-table')).CallsTable, PLACEHOLDERS);
export const HistoryTable = loadable(
  async () => (await import('./history-table')).HistoryTable,
  PLACEHOLDERS,
);
