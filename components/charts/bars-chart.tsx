'use client';

import { useRouter } from 'next/navigation';
import type { Elements } from '@/components/ui/elements';
import { Link } from '@/components/ui/link';
import { useIsHydrated } from '@/components/ui/reader';
import { Swatch } from '@/components/ui/swatch';
import type { Annotations } from '@/lib/contract/bot-view';
import { annotationsOfDay } from '@/lib/view/charts/annotations';
import { type BarRow, barPlaces, type DayQuota, type Series } from '@/lib/view/charts/chart';
import { numberText } from '@/lib/view/numbers';
import { Crosshair } from './crosshair';
import { Plot } from './plot';

type BarsChartProps<Row> = {
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  /** Oldest first. */
  rows: readonly Row[];
  series: readonly Series[];
  titleOf: (row: Row) => string;
  valueText?: (value: number) => string;
  annotations?: Annotations | null;
  quota?: DayQuota | null;
  heightPx?: number;
  values?: Readonly<Record<string, Elements>>;
  /** What the key Enter and a click on a row do, and the address that they open. */
  opens?: { readonly what: string; readonly hrefOf: (row: Row) => string };
  caption?: Elements;
};

/** Bars of days, of changes or of months, with a crosshair that reads their values. */
export function BarsChart<Row extends BarRow>(props: BarsChartProps<Row>) {
  const {
    label,
    rows,
    series,
    titleOf,
    valueText = numberText,
    heightPx = 200,
    opens,
    caption,
    values,
  } = props;
  const { annotations = null, quota = null } = props;
  const router = useRouter();
  const isHydrated = useIsHydrated();
  const { from, start, until, places } = barPlaces(rows);
  const textOf = (value: BarRow[string]) => {
    if (typeof value === 'number') return valueText(value);
    if (typeof value !== 'object' || value === null) return 'Not known';
    return value.map((each) => valueText(each)).join(' to ');
  };
  const valuesOf = (row: Row) =>
    series.map((each) => ({
      name: each.name,
      value: textOf(row[each.key]),
      detail: null,
      swatch: <Swatch color={each.color} kind={each.kind} />,
    }));
  return (
    <figure>
      <Crosshair
        label={label}
        places={places}
        from={from}
        until={until}
        onOpen={
          opens && {
            what: opens.what,
            open: (index) => {
              const row = rows[index];
              if (row !== undefined) router.push(opens.hrefOf(row));
            },
          }
        }
        readingAt={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const notes = row.date === undefined ? [] : annotationsOfDay(annotations, row.date);
          return { title: titleOf(row), lines: [...valuesOf(row), ...notes] };
        }}
      >
        <Plot
          label={label}
          input={{ kind: 'bars', rows, series, annotations, quota }}
          {...{ values }}
          height={`${heightPx}px`}
        >
          {/* Without scripts, these links open a row. With them a click on the chart does: the links are too narrow for a finger. */}
          {!isHydrated && opens && (
            <div
              className="absolute inset-y-0 right-0 flex"
              style={{ left: `${(100 * (start - from)) / (until - from)}%` }}
            >
              {rows.map((row) => (
                <Link
                  key={titleOf(row)}
                  href={opens.hrefOf(row)}
                  aria-label={`${titleOf(row)}: ${valuesOf(row)
                    .map(({ name, value }) => `${value} ${name.toLowerCase()}`)
                    .join(', ')}`}
                  className="flex-1 -outline-offset-2"
                />
              ))}
            </div>
          )}
        </Plot>
      </Crosshair>
      {caption && (
        <figcaption className="flex flex-wrap gap-x-4 pt-1 text-muted text-xs">{caption}</figcaption>
      )}
    </figure>
  );
}
