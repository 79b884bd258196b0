'use client';

import { useMemo } from 'react';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { Swatch } from '@/components/ui/swatch';
import { paths } from '@/lib/contract/paths';
import { callsADay, type Pace } from '@/lib/domain/quota/forecast';
import { burnUpText, endText, evenPace } from '@/lib/view/charts/burn-up';
import type { BurnUpInput } from '@/lib/view/charts/chart';
import { numberText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { Crosshair } from './crosshair';
import { Plot } from './plot';

type BurnUpCardProps = {
  botId: string;
  input: BurnUpInput;
  pace: Pace | null;
  /** What used the quota, in words; `null` if nothing did. */
  usedBy: string | null;
};

/** The calls of the cycle added up, beside an even pace and the limit, with a forecast to the reset. */
export function BurnUpCard({ botId, input, pace, usedBy }: BurnUpCardProps) {
  const reader = useReader();
  const { points, resetAtMs, end } = input;
  const places = useMemo(() => points.map(({ atMs }) => atMs), [points]);
  const [first, now] = [points[0], points.at(-1)];
  const [used, , even] = input.series;
  const forecast = endText(input, reader);
  const label = burnUpText(input, reader);
  return (
    <Card
      title="Quota this cycle"
      aside={
        <Link
          href={`${paths.bot(botId).analytics}?by=key`}
          className="text-muted text-xs underline underline-offset-4"
        >
          By key
        </Link>
      }
    >
      <ul className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 pb-2 text-muted text-xs">
        {used && (
          <li className="flex items-center gap-2">
            <Swatch {...used} />
            Used <b className="font-medium text-ink">{<Num value={now?.used ?? 0} />}</b>
          </li>
        )}
        {even && (
          <li className="flex items-center gap-2">
            <Swatch {...even} />
            Even pace{' '}
            <b className="font-medium text-ink">
              <Num value={evenPace(input, now?.atMs ?? 0)} />
            </b>
          </li>
        )}
        {pace !== null && <li>{`${numberText(callsADay(pace))} calls a day`}</li>}
        {forecast !== null && !end?.isLimit && <li className="font-medium text-ink">{forecast}</li>}
      </ul>
      <Crosshair
        label={label}
        places={places}
        from={first?.atMs ?? 0}
        until={resetAtMs}
        readingAt={(index) => {
          const point = points[index];
          if (point === undefined || used === undefined || even === undefined) return null;
          const line = (series: typeof used, value: number) => ({
            name: series.name,
            value: numberText(value),
            detail: null,
            swatch: <Swatch {...series} />,
          });
          return {
            title: timeText(point.atMs, 'minute', reader),
            lines: [line(used, point.used), line(even, evenPace(input, point.atMs))],
          };
        }}
      >
        <Plot label={label} input={input} height="200px" />
      </Crosshair>
      {usedBy !== null && <p className="pt-1 text-muted text-xs">{usedBy}</p>}
    </Card>
  );
}
