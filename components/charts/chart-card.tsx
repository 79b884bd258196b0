'use client';

import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { DownloadButton } from '@/components/ui/download-button';
import type { Elements } from '@/components/ui/elements';
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group';

type ChartCardProps = {
  title: string;
  /** Shown in place of the title, which stays the name. */
  heading?: Elements;
  /** Shown next to the title: the range selector. */
  aside?: Elements;
  /** Figures as text, in the first HTML. */
  summary?: Elements;
  chart: Elements;
  /** The same data as a table, rendered when it is opened. */
  table: Elements;
  csvName: string;
  makeCsv: () => Promise<string>;
};

/** A chart with its figures, and the same data as a table and a CSV file. */
export function ChartCard(props: ChartCardProps) {
  const { title, heading, aside, summary, chart, table, csvName, makeCsv } = props;
  const [view, setView] = useState('chart');
  return (
    <Card
      title={title}
      heading={heading}
      aside={
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {aside}
          <div className="no-script-hide flex items-center gap-1">
            <ToggleGroup aria-label={`${title}: view`} value={view} onValueChange={setView}>
              <ToggleGroupItem value="chart">Chart</ToggleGroupItem>
              <ToggleGroupItem value="table">Table</ToggleGroupItem>
            </ToggleGroup>
            <DownloadButton label="CSV" fileName={csvName} makeText={makeCsv} mediaType="text/csv" />
          </div>
        </div>
      }
    >
      {summary}
      {view === 'chart' ? chart : <div className="-mx-4 -mb-4 border-t">{table}</div>}
    </Card>
  );
}
