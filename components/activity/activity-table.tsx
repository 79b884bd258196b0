'use client';

import { Ban, Pencil } from 'lucide-react';
import { EVENT_LOOK } from '@/components/alerts/event-look';
import { Badge } from '@/components/ui/badge';
import { ChangeList } from '@/components/ui/change-list';
import { cn } from '@/components/ui/cn';
import type { Elements } from '@/components/ui/elements';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { ActivityEntry, ChangeEntry, RefusedEntry } from '@/lib/contract/activity-view';
import { eventText } from '@/lib/contract/event-text';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { actorText, keyEnd } from '@/lib/view/activity-rows';
import { changedFields } from '@/lib/view/audit-rows';
import { actionWords } from '@/lib/view/audit-words';
import { refusalWords } from '@/lib/view/refusal-words';

type Props = { entries: readonly ActivityEntry[]; nowMs: number };

/** Refused calls, events and changes of a bot, the latest first. */
export function ActivityTable({ entries, nowMs }: Props) {
  return (
    <Table label="Activity, newest first" isStacked>
      <thead>
        <tr>
          <Head>Time</Head>
          <Head>What</Head>
          <Head>Details</Head>
          <Head>Key or person</Head>
          <Head isNumeric>Calls</Head>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) =>
          entry.kind === 'refused' ? (
            <RefusedRow key={`refused ${entry.id}`} entry={entry} nowMs={nowMs} />
          ) : entry.kind === 'events' ? (
            <EventRow key={entry.id} event={entry.event} />
          ) : (
            <ChangeRow key={`change ${entry.id}`} entry={entry} />
          ),
        )}
      </tbody>
    </Table>
  );
}

/** Between a phone and a wide screen the details get the room. */
const NARROW = 'py-2 max-lg:whitespace-normal';
const WIDE = 'whitespace-normal py-2 sm:min-w-72 lg:max-w-md';

function RefusedRow({ entry, nowMs }: { entry: RefusedEntry; nowMs: number }) {
  const { error, status, key, count, firstAtMs, lastAtMs } = entry;
  return (
    <Row>
      <TimeCell atMs={lastAtMs}>
        {count > 1 && (
          <p className="text-muted text-xs">
            first <Time atMs={firstAtMs} style="second" />
          </p>
        )}
      </TimeCell>
      <Cell label="What" className="py-2">
        <Badge tone="warning" icon={<Ban />}>
          {refusalWords(error)}
        </Badge>
        <p className="mt-1 text-muted text-xs">
          <code translate="no">{`${status} ${error}`}</code>
        </p>
      </Cell>
      <Cell label="Details" className={WIDE}>
        <p className="wrap-anywhere">{entry.message}</p>
        {key !== null && error === 'invalid_key' && <EndedKey entry={entry} nowMs={nowMs} />}
        <p className="wrap-anywhere mt-1 text-muted text-xs">
          <code translate="no">{entry.operation}</code>
          {entry.requestId !== '' && (
            <span>
              {' · '}
              <span className="whitespace-nowrap">
                last request{' '}
                <code translate="no" className="wrap-anywhere whitespace-normal">
                  {entry.requestId}
                </code>
              </span>
            </span>
          )}
        </p>
      </Cell>
      <Cell label="Key or person" className={cn(NARROW, 'max-w-48')}>
        {key === null ? (
          'Dashboard'
        ) : (
          <>
            <p className="truncate" title={key.name}>
              <bdi>{key.name}</bdi>
            </p>
            <code translate="no" className="text-muted text-xs">{`…${key.last4}`}</code>
          </>
        )}
      </Cell>
      <Cell label="Calls" isNumeric>
        <Num value={count} />
      </Cell>
    </Row>
  );
}

/** Why a key of this bot is refused. */
function EndedKey({ entry: { key }, nowMs }: { entry: RefusedEntry; nowMs: number }) {
  const end = key && keyEnd(key, nowMs);
  if (end === null) return null;
  return (
    <p>
      The key <span>{end.word === 'revoked' ? 'was revoked' : 'expired'}</span> on <Time atMs={end.atMs} />.
    </p>
  );
}

function ChangeRow({ entry }: { entry: ChangeEntry }) {
  return (
    <Row>
      <TimeCell atMs={entry.lastAtMs} />
      <Cell label="What" className="py-2">
        <Badge icon={<Pencil />}>{actionWords(entry.action)}</Badge>
      </Cell>
      <Cell label="Details" className={WIDE}>
        <ChangeList changes={changedFields(entry)} />
      </Cell>
      <Cell label="Key or person" className={cn(NARROW, 'wrap-anywhere max-w-48')} colSpan={2}>
        <bdi>{actorText(entry)}</bdi>
      </Cell>
    </Row>
  );
}

/** When an entry of a bot's activity was made: on a narrow screen the date and the time on a line each. */
const TimeCell = ({ atMs, children }: { atMs: number; children?: Elements }) => (
  <Cell label="Time" className="py-2 max-lg:whitespace-normal sm:min-w-28">
    <Time atMs={atMs} style="second" />
    {children}
  </Cell>
);

/** An event in the table of a bot's activity. */
function EventRow({ event }: { event: BotEvent }) {
  const { timeZone } = useReader();
  const { title, meaning, advice } = eventText(event, { timeZone });
  const { icon: Icon, mark } = EVENT_LOOK[event.type];
  return (
    <Row>
      <TimeCell atMs={event.atMs} />
      <Cell label="What" className="py-2">
        <Badge icon={<Icon className={mark} />}>Event</Badge>
        <p className="mt-1 text-muted text-xs">
          <code translate="no">{event.type}</code>
        </p>
      </Cell>
      <Cell
        label="Details"
        className="wrap-anywhere whitespace-normal py-2 sm:min-w-72 lg:max-w-md"
        colSpan={3}
      >
        <p>{`${title}.`}</p>
        <p className="text-muted">{`${meaning} ${advice}`}</p>
      </Cell>
    </Row>
  );
}
