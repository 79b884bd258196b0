'use client';

import { useMemo } from 'react';
import { ChartCard } from '@/components/charts/chart-card';
import { Crosshair } from '@/components/charts/crosshair';
import { KeyFigure } from '@/components/charts/key-figures';
import { Plot } from '@/components/charts/plot';
import { Swatch } from '@/components/charts/swatch';
import { LongTable } from '@/components/ui/long-table';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { SegmentedLinks } from '@/components/ui/segmented';
import { Cell, Row } from '@/components/ui/table';
import type { Annotations } from '@/lib/contract/bot-view';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { annotationsOfDay } from '@/lib/view/charts/annotations';
import type { ChartInput } from '@/lib/view/charts/chart';
import { numberText } from '@/lib/view/numbers';
import { utcDateText } from '@/lib/view/times';
import { type SplitBy, type SplitChart, splitChart, splitCsv, type UsageSplit } from '@/lib/view/usage-split';

const HEIGHT_PX = 160;
const TITLE = 'What used the quota';

const lookOf = ({ isHatched }: SplitChart['series'][number]) => (isHatched ? 'hatched' : 'solid');

type UsageCardProps = {
  botId: string;
  by: SplitBy;
  split: UsageSplit;
  annotations: Annotations | null;
  href: string;
};

/** The counted calls of each day by operation or by key, with those of the cycle in words. `href` is that of the page. */
export function UsageCard({ botId, by, split, annotations, href }: UsageCardProps) {
  const chart = useMemo(() => splitChart(split), [split]);
  return (
    <ChartCard
      title={TITLE}
      aside={
        <SegmentedLinks
          label="Calls by"
          value={by}
          options={[
            { value: 'operation', label: 'By operation', href },
            { value: 'key', label: 'By key', href: `${href}?by=key` },
          ]}
        />
      }
      summary={
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {chart.series.map((series) => (
            <KeyFigure
              key={series.name}
              name={series.name}
              value={series.calls}
              swatch={<Swatch color={series.color} look={lookOf(series)} />}
            />
          ))}
        </dl>
      }
      chart={
        split.days.some(({ calls }) => calls > 0) ? (
          <SplitPlot chart={chart} by={by} annotations={annotations} />
        ) : (
          <p className="py-6 text-center text-muted">No calls were counted in the last 31 days.</p>
        )
      }
      table={<SplitTable split={split} />}
      csvName={`${botId}-calls-by-${by}.csv`}
      makeCsv={async () => splitCsv(split)}
    />
  );
}

type PlotProps = { chart: SplitChart } & Pick<UsageCardProps, 'by' | 'annotations'>;

/** One bar per day. */
function SplitPlot({ chart, by, annotations }: PlotProps) {
  const { locale } = useReader();
  const input = useMemo((): ChartInput => ({ kind: 'split', annotations, ...chart }), [chart, annotations]);
  const { series, days } = chart;
  return (
    <figure>
      <Crosshair
        label={`Calls per day by ${by}`}
        // The middle of the day, which is nearer to each of its moments than that of another.
        ids={days.map(({ date }) => Date.parse(date) + DAY_MS / 2)}
        places={days.map((_, at) => at + 0.5)}
        from={0}
        until={days.length}
        readingAt={(index) => {
          const day = days[index];
          if (day === undefined) return null;
          return {
            title: `${utcDateText(day.date, locale)} (UTC)`,
            lines: [
              ...series.map((each, at) => ({
                name: each.name,
                value: numberText(day.by[at] ?? 0, locale),
                detail: null,
                swatch: <Swatch color={each.color} look={lookOf(each)} />,
              })),
              ...annotationsOfDay(annotations, day.date, locale),
            ],
          };
        }}
      >
        <Plot
          label={`Counted calls per day by ${by}`}
          input={input}
          heightPx={HEIGHT_PX}
          legend={series.map((each, at) => ({
            key: `part${at}`,
            name: each.name,
            color: each.color,
            look: lookOf(each),
          }))}
        />
      </Crosshair>
      <figcaption className="pt-1 text-right text-muted text-xs">
        <span>Counted calls, one bar per day in UTC. The figures above are those of the cycle.</span>
      </figcaption>
    </figure>
  );
}

function SplitTable({ split: { names, days } }: { split: UsageSplit }) {
  const { locale } = useReader();
  return (
    <LongTable
      label="Counted calls per day, newest first"
      columns={[
        { label: 'Day (UTC)' },
        { label: 'Calls', isNumeric: true },
        ...names.map(({ name }) => ({ label: name, isNumeric: true })),
      ]}
      rows={days.toReversed()}
      drawRow={({ date, calls, by }) => (
        <Row key={date}>
          <Cell>
            <time dateTime={date}>{utcDateText(date, locale)}</time>
          </Cell>
          {[calls, ...by].map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
            <Cell key={at} isNumeric>
              <Num value={value} />
            </Cell>
          ))}
        </Row>
      )}
    />
  );
}
