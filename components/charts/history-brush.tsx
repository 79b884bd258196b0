'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Area, AreaChart, Brush } from 'recharts';
import { ChartContainer } from '@/components/ui/chart';
import type { BotView } from '@/lib/contract/bot-view';
import { botQuery } from '@/lib/queries/bots';
import { MARGIN } from '@/lib/view/charts/chart';

export type HistoryBrushProps = {
  botId: string;
  fromMs: number;
  untilMs: number;
  /** Called with the part of the history that is chosen. */
  onChoose: (part: { readonly from: number; readonly until: number }) => void;
};

type Whole = Pick<BotView, 'bucketMs' | 'series'>;

/** The whole history of servers, in which a part is chosen by dragging its ends or with arrow keys on them. */
export default function HistoryBrush({ botId, fromMs, untilMs, onChoose }: HistoryBrushProps) {
  // Read once: the history before this page was opened does not change. Without it the chart has no brush.
  const whole = useQuery({
    ...botQuery(botId, 'all', false),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }).data?.data;
  const rows = useMemo(() => (whole === undefined ? [] : rowsOf(whole)), [whole]);
  if (whole === undefined || rows.length < 2) return null;
  const bucketAt = (atMs: number) =>
    Math.min(rows.length - 1, Math.max(0, Math.floor((atMs - (rows[0]?.at ?? 0)) / whole.bucketMs)));
  const [start, end] = [bucketAt(fromMs), Math.max(bucketAt(fromMs) + 1, bucketAt(untilMs))];
  return (
    <ChartContainer
      config={{ servers: { label: 'Servers', color: 'var(--series-servers)' } }}
      className="absolute inset-0"
    >
      <AreaChart
        data={rows}
        margin={{ left: MARGIN.left, right: MARGIN.right, top: 0, bottom: 0 }}
        accessibilityLayer={false}
      >
        <Brush
          // The ends move with the range, but not while they are dragged.
          key={`${start} ${end}`}
          dataKey="at"
          ariaLabel="Part of the whole history"
          height={22}
          travellerWidth={8}
          startIndex={start}
          endIndex={end}
          stroke="var(--line-strong)"
          fill="var(--surface)"
          tickFormatter={() => ''}
          onDragEnd={({ startIndex = 0, endIndex = 0 }) => {
            const [from, until] = [rows[startIndex]?.at, rows[endIndex]?.at];
            const isChanged = startIndex !== start || endIndex !== end;
            if (isChanged && from !== undefined && until !== undefined)
              onChoose({ from, until: Math.min(until + whole.bucketMs, Date.now()) });
          }}
        >
          <AreaChart data={rows}>
            <Area
              dataKey="servers"
              stroke="var(--color-servers)"
              fill="var(--color-servers)"
              fillOpacity={0.16}
              dot={false}
              isAnimationActive={false}
            />
          </AreaChart>
        </Brush>
      </AreaChart>
    </ChartContainer>
  );
}

/** A row for each bucket since the first report, so that equal lengths are equal times. */
function rowsOf({ bucketMs, series }: Whole) {
  const startOf = (atMs: number) => Math.floor(atMs / bucketMs) * bucketMs;
  const servers = new Map(series.map(([atMs, , serverCount]) => [startOf(atMs), serverCount]));
  const [first = 0, last = 0] = [series[0]?.[0], series.at(-1)?.[0]];
  const count = Math.floor((startOf(last) - startOf(first)) / bucketMs) + 1;
  return Array.from({ length: count }, (_, at) => {
    const start = startOf(first) + at * bucketMs;
    return { at: start, servers: servers.get(start) ?? null };
  });
}
