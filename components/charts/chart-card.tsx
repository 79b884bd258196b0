'use client';

import { type ReactNode, useState } from 'react';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { DownloadButton } from '@/components/ui/download-button';
import { Segmented } from '@/components/ui/segmented';

type ChartCardProps = {
  title: string;
  /** Shown next to the title: the range selector. */
  aside?: ReactNode;
  /** The key figures as text, in the first HTML. */
  summary: ReactNode;
  chart: ReactNode;
  /** The same data as a table, also in the first HTML; without scripts it replaces the chart. */
  table: ReactNode;
  csvName: string;
  makeCsv: () => string;
};

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

/** A chart with its key figures, and the same data as a table and a CSV file. */
export function ChartCard({ title, aside, summary, chart, table, csvName, makeCsv }: ChartCardProps) {
  const [view, setView] = useState('chart');
  return (
    <Card title={title} aside={aside}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-1">
        {summary}
        <div className="no-script-hide flex items-center gap-2">
          <Segmented label={`${title}: view`} value={view} options={VIEWS} onChange={setView} />
          <DownloadButton label="CSV" fileName={csvName} makeText={makeCsv} mediaType="text/csv" />
        </div>
      </div>
      {view === 'chart' && <div className="no-script-hide">{chart}</div>}
      <div className={cn('no-script-show -mx-4 -mb-4 border-t', view !== 'table' && 'hidden')}>{table}</div>
    </Card>
  );
}

/** The colour mark of a series, next to its name. */
export function Swatch({ color, isHatched = false }: { color: string; isHatched?: boolean }) {
  return (
    <svg viewBox="0 0 12 12" className="inline size-3 shrink-0" aria-hidden="true">
      {isHatched ? (
        <path d="M0 12 12 0M-3 9 9-3M3 15 15 3" stroke={color} strokeWidth="2" />
      ) : (
        <rect width="12" height="12" rx="2" fill={color} />
      )}
    </svg>
  );
}
