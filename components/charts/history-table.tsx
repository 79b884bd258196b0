'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { type Reader, useReader } from '@/components/ui/reader';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, Head, Row, SCROLLED, Table } from '@/components/ui/table';
import type { StoredPoint } from '@/lib/domain/history/summary';
import { isoTime } from '@/lib/domain/text/time';
import { historyPageQuery } from '@/lib/queries/history';
import { type AnnotationRow, withMarks } from '@/lib/view/charts/annotations';
import type { Measure } from '@/lib/view/charts/chart';
import { extentText } from '@/lib/view/charts/readings';
import { numberText } from '@/lib/view/numbers';
import { timeText, utcText } from '@/lib/view/times';

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
  const { data, isPlaceholderData, isError } = useQuery(
    historyPageQuery(botId, { range, after, newestAtMs }),
  );
  if (isError) {
    return (
      <Notice tone="critical" className="m-4">
        The reports could not be read. Open the table again in a moment.
      </Notice>
    );
  }
  if (data === undefined) return <Skeleton className="m-4 h-72" />;
  const { points, annotations, next } = data;
  const rows = withMarks(points, annotations);
  return (
    <>
      <Table label="Reports, newest first" isStacked className={SCROLLED}>
        <thead>
          <tr>
            <Head>Time</Head>
            {COLUMNS.map((label) => (
              <Head key={label} isNumeric>
                {label}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody aria-busy={isPlaceholderData}>
          {rows.map((row, at) =>
            'text' in row ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: two can have the same time and text
              <MarkRow key={`${row.atMs} ${at}`} {...row} reader={reader} />
            ) : (
              <HistoryRow
                // Two reports can have the same time.
                key={`${row.atMs} ${points[points.indexOf(row) - 1]?.atMs === row.atMs}`}
                point={row}
                reader={reader}
              />
            ),
          )}
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
            aria-disabled={next === null || isPlaceholderData}
            onClick={() => next !== null && setVisited([...visited, next])}
          >
            Older
          </Button>
        </nav>
      )}
    </>
  );
}

/** A report, or the summary of an hour of reports: its last values with the lowest and highest below them. */
function HistoryRow({ point, reader }: { point: StoredPoint; reader: Reader }) {
  const { atMs, hourMs, reports, shardCount } = point;
  const count = (label: string, measure: Measure['count']) => (
    <Cell isNumeric label={label}>
      <span>{numberText(point[measure])}</span>
      <Detail text={extentText(point, measure)} />
    </Cell>
  );
  return (
    <Row>
      <TimeCell
        {...{ atMs, reader }}
        detail={hourMs === null ? null : `last of ${numberText(reports)} in this hour`}
      />
      {count('Servers', 'serverCount')}
      {count('Users', 'userCount')}
      <Cell isNumeric label="Shards">
        {numberText(shardCount)}
      </Cell>
    </Row>
  );
}

type MarkRowProps = AnnotationRow & { reader: Reader };

/** A mark, or a planned silence, between the reports. */
function MarkRow({ atMs, text, untilMs, reader }: MarkRowProps) {
  return (
    <Row>
      <TimeCell
        {...{ atMs, reader }}
        detail={untilMs === null ? null : `until ${timeText(untilMs, 'minute', reader)}`}
      />
      <Cell colSpan={3} className="wrap-anywhere whitespace-normal text-muted">
        <bdi>{text}</bdi>
      </Cell>
    </Row>
  );
}

const TimeCell = ({ atMs, detail, reader }: { atMs: number; detail: string | null; reader: Reader }) => (
  <Cell label="Time">
    <time dateTime={isoTime(atMs)} title={utcText(atMs)}>
      {timeText(atMs, 'second', reader)}
    </time>
    <Detail text={detail} />
  </Cell>
);

const Detail = ({ text }: { text: string | null }) =>
  text !== null && <span className="block text-muted text-xs">{text}</span>;
