'use client';

import { Ban, ChevronDown, Pencil } from 'lucide-react';
import type { ReactElement } from 'react';
import { EVENT_LOOK } from '@/components/alerts/event-look';
import { Badge } from '@/components/ui/badge';
import { ChangeList } from '@/components/ui/change-list';
import type { Elements } from '@/components/ui/elements';
import { useReader } from '@/components/ui/reader';
import { Time } from '@/components/ui/time';
import type { ActivityEntry } from '@/lib/contract/activity-view';
import { eventText } from '@/lib/contract/event-text';
import { actorText, changeText } from '@/lib/view/activity-rows';
import { changedFields } from '@/lib/view/audit-rows';
import { EVENT_WORDS } from '@/lib/view/event-words';
import { numberText } from '@/lib/view/numbers';
import { refusalWords } from '@/lib/view/refusal-words';
import { timeText } from '@/lib/view/times';
import { RefusedCall } from './refused-call';

type Props = { botId: string; entries: readonly ActivityEntry[]; nowMs: number };

/** Refused calls, events and changes of a bot, the latest first, by day; a row opens. */
export function ActivityLog({ botId, entries, nowMs }: Props) {
  const reader = useReader();
  const days = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const day = timeText(entry.lastAtMs, 'weekday', reader);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return (
    <section aria-label="Activity, newest first">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="border-b last:border-b-0">
          <header className="flex justify-between gap-4 border-b bg-canvas px-4 py-2 text-control">
            <h2 className="font-medium">{day}</h2>
            <span className="text-muted">{refusedText(ofDay)}</span>
          </header>
          <ul className="divide-y">
            {ofDay.map((entry) => (
              <li key={`${entry.kind} ${entry.id}`}>
                <Entry {...{ botId, entry, nowMs }} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** `18 refused in 3 entries` */
function refusedText(entries: readonly ActivityEntry[]): string {
  const refused = entries.filter((entry) => entry.kind === 'refused');
  if (refused.length === 0) return '';
  const calls = refused.reduce((sum, { count }) => sum + count, 0);
  return `${numberText(calls)} refused in ${refused.length === 1 ? '1 entry' : `${refused.length} entries`}`;
}

function Entry({ botId, entry, nowMs }: { botId: string; entry: ActivityEntry; nowMs: number }) {
  const { timeZone } = useReader();
  if (entry.kind === 'refused') {
    const { error, key, count } = entry;
    return (
      <LogRow
        atMs={entry.lastAtMs}
        badge={
          <Badge tone={error === 'update_too_soon' ? 'warning' : 'critical'} icon={<Ban />}>
            {refusalWords(error)}
          </Badge>
        }
        text={entry.message}
        who={key === null ? 'Dashboard' : `${key.name} · …${key.last4}`}
        count={count}
      >
        <RefusedCall {...{ botId, entry, nowMs }} />
      </LogRow>
    );
  }
  if (entry.kind === 'changes') {
    return (
      <LogRow
        atMs={entry.lastAtMs}
        badge={<Badge icon={<Pencil />}>Change</Badge>}
        text={changeText(entry)}
        who={actorText(entry)}
      >
        <ChangeList changes={changedFields(entry)} />
      </LogRow>
    );
  }
  const { type } = entry.event;
  const { title, meaning, advice } = eventText(entry.event, { timeZone });
  const { icon: Icon, mark } = EVENT_LOOK[type];
  return (
    <LogRow
      atMs={entry.lastAtMs}
      badge={<Badge icon={<Icon className={mark} />}>{EVENT_WORDS[type]}</Badge>}
      text={`${title}.`}
    >
      <p className="max-w-prose">{`${meaning} ${advice}`}</p>
      <p className="mt-1 text-muted text-xs">
        <code translate="no">{type}</code>
      </p>
    </LogRow>
  );
}

type RowProps = {
  atMs: number;
  badge: ReactElement;
  text: string;
  who?: string;
  count?: number;
  children: Elements;
};

/** One line, on a phone two; the rest is inside. */
const LogRow = ({ atMs, badge, text, who = '', count = 1, children }: RowProps) => (
  <details className="group open:bg-inset">
    <summary className="flex min-h-9 list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-control -outline-offset-2 hover:bg-hover md:flex-nowrap [&::-webkit-details-marker]:hidden">
      <span className="w-20 shrink-0 text-muted">
        <Time atMs={atMs} style="clockSecond" />
      </span>
      <span className="flex shrink-0 md:w-44">{badge}</span>
      <bdi className="min-w-0 flex-1 truncate group-open:whitespace-normal max-md:order-last max-md:basis-full">
        {text}
      </bdi>
      <bdi className="w-44 shrink-0 truncate text-muted text-xs max-lg:hidden" title={who}>
        {who}
      </bdi>
      <span className="w-10 shrink-0 text-right text-muted max-md:ml-auto">
        {count > 1 ? `×${count}` : ''}
      </span>
      <ChevronDown className="size-4 shrink-0 text-muted group-open:rotate-180" />
    </summary>
    <div className="wrap-anywhere px-4 pt-1 pb-4 text-sm">{children}</div>
  </details>
);
