'use client';

import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { cn } from '@/components/ui/cn';
import { CONTROL } from '@/components/ui/input';
import { ToggleLinks } from '@/components/ui/toggle-group';
import { spanOf } from '@/lib/domain/history/history';
import { dayOf } from '@/lib/domain/quota/days';
import { dayText } from '@/lib/domain/text/time';
import { neighborRanges, rangeLinks } from '@/lib/view/bot-page';

export type RangeBarProps = {
  range: string;
  fromMs: number;
  untilMs: number;
  nowMs: number;
  /** The days of history that the plan has. */
  historyDays: number;
  isCompared: boolean;
  /** The address of a range, by default with the comparison as it is. */
  hrefOf: (range: string, isCompared?: boolean) => string;
  /** Whether the service responds, so that another range can be loaded. */
  mayLeave: () => Promise<boolean>;
};

/** The choice of what charts show: named ranges, the periods before and after, any days; all of it in the address. */
export function RangeBar(props: RangeBarProps) {
  const { range, fromMs, untilMs, nowMs, historyDays, isCompared, hrefOf, mayLeave } = props;
  const { earlier, later } = neighborRanges(props);
  const today = dayText(dayOf(nowMs));
  const days = {
    from: dayText(dayOf(fromMs)),
    // A range that ends with a day does not show the next.
    to: dayText(dayOf(Math.max(fromMs, untilMs - 1))),
  };
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Step href={earlier && hrefOf(earlier)} name="Earlier" icon={<ChevronLeft />} />
      <ToggleLinks
        aria-label="Range"
        value={range}
        options={rangeLinks(historyDays, hrefOf)}
        mayLeave={mayLeave}
      />
      <Step href={later && hrefOf(later)} name="Later" icon={<ChevronRight />} />
      <details className="group relative" key={range}>
        <summary
          className={cn(
            buttonStyle('secondary', 'sm'),
            'list-none',
            spanOf(range) !== null && 'border-line-strong',
          )}
        >
          <span>Dates</span>
          <ChevronDown />
        </summary>
        <form className="absolute right-0 z-20 mt-1 flex w-56 flex-col gap-2 rounded border border-line-strong bg-surface p-3 text-xs">
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
          {isCompared && <input type="hidden" name="compare" value="1" />}
          <button type="submit" className={buttonStyle('primary', 'md')}>
            Show
          </button>
        </form>
      </details>
      <ButtonLink
        href={hrefOf(range, !isCompared)}
        scroll={false}
        size="sm"
        {...(isCompared && { className: 'bg-inset border-line-strong' })}
      >
        {isCompared ? 'Stop comparing' : 'Compare'}
      </ButtonLink>
    </div>
  );
}

/** A link to the period before or after; not a link if there is none. */
function Step({ href, name, icon }: { href: string | null; name: string; icon: React.ReactElement }) {
  if (href === null) {
    return (
      <span aria-hidden="true" className={cn(buttonStyle('ghost', 'sm', 'px-1'), 'opacity-40')}>
        {icon}
      </span>
    );
  }
  return (
    <ButtonLink href={href} scroll={false} variant="ghost" size="sm" aria-label={name} className="px-1">
      {icon}
    </ButtonLink>
  );
}
