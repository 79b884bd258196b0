'use client';

import { Calendar, ChevronDown, ChevronLeft, ChevronRight, GitCompareArrows } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { cn } from '@/components/ui/cn';
import { CONTROL } from '@/components/ui/input';
import { useReader } from '@/components/ui/reader';
import { CheckedLink } from '@/components/ui/toggle-group';
import { type Range, shownSpan } from '@/lib/domain/history/history';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { dayText } from '@/lib/domain/text/time';
import { neighborRanges, rangeLinks, rangeText } from '@/lib/view/bot-page';

export type RangeBarProps = {
  range: Range;
  nowMs: number;
  /** So many days there are to choose from. */
  historyDays: number;
  /** Whether the period before is shown too; without it there is no such choice. */
  isCompared?: boolean;
  /** The address of a range, by default with the comparison as it is. */
  hrefOf: (range: Range, isCompared?: boolean) => string;
  /** What else the address of the page says. */
  query?: Readonly<Record<string, string>>;
  /** Whether the service responds, so that another range can be loaded. */
  mayLeave?: () => Promise<boolean>;
};

/** The choice of what charts show: named ranges, the periods before and after, any days; all of it in the address. */
export function RangeBar(props: RangeBarProps) {
  const { range, nowMs, historyDays, isCompared, hrefOf, query = {}, mayLeave } = props;
  const { fromMs, untilMs } = shownSpan(range, historyDays * DAY_MS, nowMs);
  const reader = useReader();
  const { earlier, later } = neighborRanges({ range, fromMs, untilMs, nowMs, historyDays });
  const today = dayText(dayOf(nowMs));
  const days = {
    from: dayText(dayOf(fromMs)),
    // A range that ends with a day does not show the next.
    to: dayText(dayOf(Math.max(fromMs, untilMs - 1))),
  };
  return (
    <>
      <div className="flex">
        <Step
          href={earlier && hrefOf(earlier)}
          name="Earlier"
          icon={<ChevronLeft />}
          className="rounded-r-none"
        />
        <details className="relative -mx-px" key={range}>
          <summary className={buttonStyle('secondary', 'md', 'list-none rounded-none')}>
            <Calendar className="max-sm:hidden" />
            <span>{rangeText(range, { fromMs, untilMs }, reader)}</span>
            <ChevronDown />
          </summary>
          <div className="absolute right-0 z-20 mt-1 w-60 rounded border bg-surface p-2 text-sm shadow-float max-md:-left-10">
            <nav aria-label="Range" className="flex flex-col">
              {rangeLinks(historyDays, hrefOf).map(({ value, label, href }) => (
                <CheckedLink
                  key={value}
                  {...{ href, mayLeave }}
                  scroll={false}
                  aria-current={value === range ? 'true' : undefined}
                  className="flex min-h-8 items-center rounded-control px-2 hover:bg-hover aria-[current]:bg-inset aria-[current]:font-medium"
                >
                  {label}
                </CheckedLink>
              ))}
            </nav>
            <form className="mt-2 flex flex-col gap-2 border-t px-2 pt-3 pb-1 text-xs">
              {(['from', 'to'] as const).map((name) => (
                <label key={name} className="flex flex-col gap-1">
                  <span>{name === 'from' ? 'First day (UTC)' : 'Last day (UTC)'}</span>
                  <input
                    type="date"
                    name={name}
                    required
                    defaultValue={days[name]}
                    min={dayText(dayOf(nowMs) - historyDays)}
                    max={today}
                    className={CONTROL}
                  />
                </label>
              ))}
              {Object.entries({ ...query, ...(isCompared && { compare: '1' }) }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <button type="submit" className={buttonStyle('primary', 'md')}>
                Show
              </button>
            </form>
          </div>
        </details>
        <Step href={later && hrefOf(later)} name="Later" icon={<ChevronRight />} className="rounded-l-none" />
      </div>
      {isCompared !== undefined && (
        <ButtonLink
          href={hrefOf(range, !isCompared)}
          scroll={false}
          {...(isCompared && { className: 'bg-inset border-line-strong' })}
        >
          <GitCompareArrows />
          <span className="max-sm:sr-only">{isCompared ? 'Stop comparing' : 'Compare'}</span>
        </ButtonLink>
      )}
    </>
  );
}

type StepProps = { href: string | null; name: string; icon: React.ReactElement; className: string };

/** A link to the period before or after; not a link if there is none. */
function Step({ href, name, icon, className }: StepProps) {
  const look = cn('px-2', className);
  if (href === null) {
    return (
      <span aria-hidden="true" className={cn(buttonStyle('secondary', 'md', look), 'text-faint')}>
        {icon}
      </span>
    );
  }
  return (
    <ButtonLink href={href} scroll={false} aria-label={name} className={look}>
      {icon}
    </ButtonLink>
  );
}
