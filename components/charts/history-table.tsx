'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useReader } from '@/components/ui/reader';
import { Skeleton } from '@/components/ui/skeleton';
import { Head, Table } from '@/components/ui/table';
import type { HistoryPage } from '@/lib/contract/bot-history';
import { readHistoryPage } from '@/lib/queries/history';
import { HistoryRow } from './history-row';

type HistoryTableProps = {
  botId: string;
  range: string;
  /** The time of the newest report: a later one makes the first page be read again. */
  newestAtMs: number | null;
};

const COLUMNS = ['Servers', 'Users', 'Shards'];

/** Every stored point of a range, newest first, read page by page when the table is opened. */
export function HistoryTable({ botId, range, newestAtMs }: HistoryTableProps) {
  const reader = useReader();
  // Where each page began, because a page names only the next one.
  const [visited, setVisited] = useState<readonly string[]>([]);
  const after = visited.at(-1) ?? null;
  const { page, isStale, hasFailed } = usePage(botId, { range, after, newestAtMs });
  if (hasFailed && page === null) {
    return (
      <div className="p-4">
        <Notice tone="critical">The reports could not be read. Open the table again in a moment.</Notice>
      </div>
    );
  }
  if (page === null) return <Skeleton className="m-4 h-72" />;
  const { points, next } = page;
  return (
    <>
      <Table label="Reports, newest first" className="max-h-96 overflow-y-auto">
        <thead>
          <tr>
            <Head className="sticky top-0 bg-surface">Time</Head>
            {COLUMNS.map((label) => (
              <Head key={label} isNumeric className="sticky top-0 bg-surface">
                {label}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody aria-busy={isStale}>
          {points.map((point, at) => (
            // Two reports can have the same time.
            <HistoryRow
              key={`${point.atMs} ${points[at - 1]?.atMs === point.atMs}`}
              point={point}
              reader={reader}
            />
          ))}
        </tbody>
      </Table>
      {(next !== null || visited.length > 0) && (
        <nav aria-label="Pages of reports" className="flex items-center justify-between border-t px-4 py-2">
          <Button
            size="sm"
            aria-disabled={visited.length === 0}
            onClick={() => setVisited(visited.slice(0, -1))}
          >
            Newer
          </Button>
          <span className="text-muted text-xs">{`Page ${visited.length + 1}`}</span>
          <Button
            size="sm"
            aria-disabled={next === null || isStale}
            onClick={() => next !== null && setVisited([...visited, next])}
          >
            Older
          </Button>
        </nav>
      )}
    </>
  );
}

type Place = { readonly range: string; readonly after: string | null; readonly newestAtMs: number | null };

/** The page at a place; the former one, which is stale, until it is read. */
function usePage(botId: string, { range, after, newestAtMs }: Place) {
  // A new report changes the first page only.
  const place = `${range} ${after ?? newestAtMs}`;
  const [read, setRead] = useState({ place: '', page: null as HistoryPage | null, hasFailed: false });
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    readHistoryPage(botId, { range, after }, signal).then(
      (page) => setRead({ place, page, hasFailed: false }),
      () => signal.aborted || setRead(({ page }) => ({ place, page, hasFailed: true })),
    );
    return () => reading.abort();
  }, [botId, range, after, place]);
  return { ...read, isStale: read.place !== place };
}
