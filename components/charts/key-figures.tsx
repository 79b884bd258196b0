'use client';

import type { Elements } from '@/components/ui/elements';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import type { Change } from '@/lib/domain/history/change';
import { rangeWords } from '@/lib/view/bot-page';
import type { Series } from '@/lib/view/charts/chart';
import { numberText, signedPercentText, signedText } from '@/lib/view/numbers';
import { InPeriod } from './in-period';
import { RefusedLink } from './refused-link';
import { Swatch } from './swatch';

type KeyFigureProps = {
  name: string;
  /** The series of the chart that shows it too. */
  series?: Pick<Series, 'color' | 'kind'>;
  value: number | null;
  /** Where refused calls are explained; for no other figure. */
  href?: string | null;
  children?: Elements;
};

/** One series in words: its name, its value, and what else is known of it. Goes into a `<dl>`. */
export function KeyFigure({ name, series, value, href = null, children }: KeyFigureProps) {
  return (
    <div className="key-figure">
      <dt className="flex items-center gap-2 text-muted text-xs">
        {series && <Swatch color={series.color} kind={series.kind} />}
        <span>{name}</span>
      </dt>
      <dd className="font-semibold text-lg">
        <RefusedLink href={href} count={value ?? 0}>
          {value === null ? '–' : <Num value={value} />}
        </RefusedLink>
      </dd>
      {children}
    </div>
  );
}

type CourseProps = {
  change: Change;
  range: string;
  fromMs: number;
  /** Of the period before; left out if it is not compared. */
  before?: Change | null | undefined;
};

/** How a count changed over the range, and over the period before. */
export function Course({ change, range, fromMs, before }: CourseProps) {
  const { locale } = useReader();
  return (
    <>
      <dd className="text-muted text-xs">
        <span>{signedText(change.by, locale)}</span>
        <span>{change.percent === null ? '' : ` (${signedPercentText(change.percent, locale)})`}</span>{' '}
        <InPeriod change={change} fromMs={fromMs} words={rangeWords(range)} />
      </dd>
      {before && (
        <dd className="text-muted text-xs">{`${signedText(before.by, locale)} in the period before, ${numberText(before.value, locale)} at its end`}</dd>
      )}
    </>
  );
}

/** The lowest and the highest value among all reports of the range. */
export function Extremes({ of }: { of: { readonly min: number; readonly max: number } | null }) {
  const { locale } = useReader();
  if (of === null) return null;
  return (
    <dd className="flex flex-wrap gap-x-3 text-muted text-xs">
      <span>{`min ${numberText(of.min, locale)}`}</span>
      <span>{`max ${numberText(of.max, locale)}`}</span>
    </dd>
  );
}
