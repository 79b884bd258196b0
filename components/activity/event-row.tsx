'use client';

import { EVENT_LOOK } from '@/components/alerts/event-look';
import { Badge } from '@/components/ui/badge';
import { useReader } from '@/components/ui/reader';
import { Cell, Row } from '@/components/ui/table';
import { eventText } from '@/lib/contract/event-text';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { TimeCell } from './time-cell';

/** An event in the table of a bot's activity. */
export function EventRow({ event }: { event: BotEvent }) {
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
