import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import type { SummaryPart } from '@/lib/view/own-bots';
import { STATE_LOOK } from './state-look';

/** How many bots there are, and how many are in each state but healthy; each part filters the list. */
export function BotSummary({ parts }: { parts: readonly SummaryPart[] }) {
  return (
    <nav aria-label="Filter by state" className="flex flex-wrap items-center gap-2">
      {parts.map(({ state, text, href, isChosen }) => {
        const look = state === null ? null : STATE_LOOK[state];
        return (
          <Link
            key={text}
            href={href}
            scroll={false}
            aria-current={isChosen ? 'true' : undefined}
            className={cn(
              'inline-flex h-8 items-center gap-1 rounded border px-3 font-medium text-sm hover:border-line-strong',
              isChosen ? 'border-line-strong bg-surface' : 'bg-transparent',
            )}
          >
            {look !== null && <look.icon className={cn('size-4', look.mark)} />}
            <span>{text}</span>
          </Link>
        );
      })}
    </nav>
  );
}
