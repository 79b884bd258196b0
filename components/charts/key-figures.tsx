'use client';

import type { Elements } from '@/components/ui/elements';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { Time } from '@/components/ui/time';
import type { Summary } from '@/lib/view/charts/summary';
import { numberText, signedPercentText, signedText } from '@/lib/view/numbers';
import { RefusedLink } from './refused-link';

type KeyFigureProps = {
  name: string;
  swatch: Elements;
  value: number | null;
  /** Where refused calls are explained; for no other figure. */
  href?: string | null;
  children?: Elements;
};

/** One series in words: its name, its value, and what else is known of it. Goes into a `<dl>`. */
export function KeyFigure({ name, swatch, value, href = null, children }: KeyFigureProps) {
  return (
    <div className="key-figure">
      <dt className="flex items-center gap-2 text-muted text-xs">
        {swatch}
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

/** How a count changed over the range, and its lowest and highest value among all reports. */
export function Extent({ min, max, change, before }: Summary & { before: Summary | null }) {
  const { locale } = useReader();
  return (
    <>
      {change !== null && (
        <dd className="text-muted text-xs">
          <span>{signedText(change.by, locale)}</span>
          <span>{change.percent === null ? '' : ` (${signedPercentText(change.percent, locale)})`}</span>{' '}
          since <Time atMs={change.sinceMs} style="date" />
        </dd>
      )}
      <dd className="flex flex-wrap gap-x-3 text-muted text-xs">
        <span>{`min ${numberText(min, locale)}`}</span>
        <span>{`max ${numberText(max, locale)}`}</span>
      </dd>
      {before !== null && (
        <dd className="text-muted text-xs">{`${before.change === null ? '' : `${signedText(before.change.by, locale)} in the period before, `}${numberText(before.last, locale)} at its end`}</dd>
      )}
    </>
  );
}
