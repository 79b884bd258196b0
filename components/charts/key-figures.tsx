'use client';

import { Num } from '@/components/ui/num';
import type { Series } from '@/lib/view/charts/chart';
import { RefusedLink } from './refused-link';
import { Swatch } from './swatch';

type KeyFigureProps = {
  name: string;
  /** The series of the chart that shows it too. */
  series?: Pick<Series, 'color' | 'kind'>;
  value: number | null;
  /** Where refused calls are explained; for no other figure. */
  href?: string | null;
};

/** One series in words: its name and its value. Goes into a `<dl>`. */
export function KeyFigure({ name, series, value, href = null }: KeyFigureProps) {
  return (
    <div data-figure>
      <dt className="flex items-center gap-2 text-muted text-xs">
        {series && <Swatch color={series.color} kind={series.kind} />}
        <span className="wrap-anywhere">{name}</span>
      </dt>
      <dd className="font-semibold text-lg">
        <RefusedLink href={href} count={value ?? 0}>
          {value === null ? '–' : <Num value={value} />}
        </RefusedLink>
      </dd>
    </div>
  );
}
