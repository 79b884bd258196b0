'use client';

import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { DownloadButton } from '@/components/ui/download-button';
import type { Elements } from '@/components/ui/elements';
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group';

type ChartCardProps = {
  title: string;
  /** Shown next to the title: the range selector. */
  aside?: Elements;
  /** The key figures as text, in the first HTML. */
  summary: Elements;
  chart: Elements;
  /** The same data as a table, rendered when it is opened. */
  table: Elements;
  csvName: string;
  makeCsv: () => Promise<string>;
};

/** A chart with its key figures, and the same data as a table and a CSV file. */
export function ChartCard({ title, aside, summary, chart, table, csvName, makeCsv }: ChartCardProps) {
  const [view, setView] = useState('chart');
  return (
    <Card title={title} aside={aside}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-1">
        {summary}
        <div className="no-script-hide flex items-center gap-2">
          <ToggleGroup aria-label={`${title}: view`} value={view} onValueChange={setView}>
            <ToggleGroupItem value="chart">Chart</ToggleGroupItem>
            <ToggleGroupItem value="table">Table</ToggleGroupItem>
          </ToggleGroup>
          <DownloadButton label="CSV" fileName={csvName} makeText={makeCsv} mediaType="text/csv" />
        </div>
      </div>
      {view === 'chart' ? chart : <div className="-mx-4 -mb-4 border-t">{table}</div>}
    </Card>
  );
}
