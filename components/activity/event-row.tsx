'use client';

import { EVENT_LOOK } from '@/components/alerts/event-look';
import { Badge } from '@/components/ui/badge';
import { useReader } from '@/components/ui/reader';
import { Cell, Row } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { eventText } from '@/lib/contract/event-text';
import type { BotEvent } from '@/lib/domain/event';

/** An event in the table of a bot's activity. */
export function EventRow({ event }: { event: BotEvent }) {
  const { timeZone } = useReader();
  const { title, meaning, advice } = eventText(event, { timeZone });
  const { icon: Icon, mark } = EVENT_LOOK[event.type];
  return (
    <Row>
      <Cell label="Time" className="py-2 max-lg:whitespace-normal sm:min-w-28">
        <Time atMs={event.atMs} style="second" />
      </Cell>
      <Cell label="What" className="py-2">
        <Badge icon={<Icon className={mark} aria-hidden="true" />}>Event</Badge>
        <p className="mt-1 text-muted text-xs">
          <code>{event.type}</code>
        </p>
      </Cell>
      <Cell
        label="Details"
        className="wrap-anywhere whitespace-normal py-2 sm:min-w-72 lg:max-w-md"
        colSpan={3}
      >
        <p>{title}.</p>
        <p className="text-muted">
          {meaning} {advice}
        </p>
      </Cell>
    </Row>
  );
}
