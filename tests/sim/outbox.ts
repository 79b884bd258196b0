import { type Delivery, LEASE_MS, WAITING_MAX } from '@/lib/domain/alerts/delivery';
import { OUTAGE_DELAY_MS } from '@/lib/domain/silences/silence';
import { voteDayOf } from '@/lib/domain/votes/vote';
import type { Rows, Session } from './database';
import { type Access, placeOfEvent, putEvent } from './rows';
import type { Simulated } from './tables';

const NEVER_SENT = 0;
const UNTRIED = {
  ...({ state: 'waiting', tries: 0, lastTryAtMs: null, status: null, tookMs: null } as const),
  ...{ response: '', reason: '', isPrivate: false },
};
const repeatPlace = ({ sourceId, hash }: Pick<Rows['repeats'], 'sourceId' | 'hash'>) => `${sourceId} ${hash}`;
const deliveryPlace = ({ webhookId, eventId }: Pick<Delivery, 'webhookId' | 'eventId'>) =>
  `${webhookId} ${eventId}`;

/** Events, webhooks, deliveries and votes. */
export function outboxOn(session: Session, { read, write, remove, idsWhere, statement }: Access) {
  const nextOf = ({ webhook }: Rows['webhooks']): number | null => {
    const waiting = session
      .all('deliveries')
      .filter((each) => each.webhookId === webhook.id && each.nextAtMs !== null);
    if (webhook.status !== 'on' || waiting.length === 0) return null;
    return Math.max(webhook.notBeforeMs, Math.min(...waiting.map(({ nextAtMs }) => nextAtMs ?? 0)));
  };
  const isUnclaimed = ({ leaseUntilMs }: Rows['webhooks'], nowMs: number) =>
    leaseUntilMs <= nowMs || leaseUntilMs > nowMs + LEASE_MS;
  const isDue = (row: Rows['webhooks'], nowMs: number) =>
    row.nextAtMs !== null && row.nextAtMs <= nowMs && isUnclaimed(row, nowMs);

  return {
    events: {
      async insert(all) {
        if (all.length === 0) return;
        await statement();
        for (const event of all) await putEvent(session, event);
      },
      listByIds: (ids) =>
        read(() => session.all('events').flatMap(({ event }) => (ids.includes(event.id) ? [event] : []))),
      listUnrouted: (nowMs, max, except) =>
        read(() =>
          session
            .all('events')
            .filter(({ event, routedAtMs }) => {
              const isDue = event.dueAtMs <= nowMs || event.dueAtMs > nowMs + OUTAGE_DELAY_MS;
              return routedAtMs === null && isDue && !except.includes(event.id);
            })
            .slice(0, max)
            .map(({ event }) => ({ id: event.id, botId: event.data.botId })),
        ),
      listUnroutedOf: (ids) =>
        read(() =>
          session
            .all('events')
            .flatMap(({ event, routedAtMs }) =>
              routedAtMs === null && ids.includes(event.id) ? [event] : [],
            ),
        ),
      setRouted: (ids, atMs) =>
        write('events', ids.map(placeOfEvent), (row) => row && { ...row, routedAtMs: atMs }),
      markUnsent: (ids) =>
        write('events', ids.map(placeOfEvent), (row) => row && { ...row, routedAtMs: NEVER_SENT }),
      findNotified: (botId, type, period) =>
        read(() => {
          const row = session.get('events', `${botId} ${type} ${period}`);
          return row !== undefined && (row.routedAtMs ?? 0) > NEVER_SENT ? row.event : null;
        }),
    },
    webhooks: {
      listOfBots: (botIds) =>
        read(() =>
          session.all('webhooks').flatMap(({ webhook }) => (botIds.includes(webhook.botId) ? [webhook] : [])),
        ),
      update: (ids, change) =>
        write('webhooks', ids, (row) => row && { ...row, webhook: { ...row.webhook, ...change } }),
      schedule: (ids) => write('webhooks', ids, (row) => row && { ...row, nextAtMs: nextOf(row) }),
      listDue: ({ wanted, except }, max, nowMs) =>
        read(() =>
          session
            .all('webhooks')
            .filter((row) => isDue(row, nowMs) && !except.includes(row.webhook.id))
            .filter(({ webhook: { health, host } }) =>
              wanted.some((of) => of.health === health && !of.exceptHosts.includes(host)),
            )
            .slice(0, max)
            .map(({ webhook }) => webhook),
        ),
      async claim(ids, { token, untilMs }, nowMs) {
        const claimed: string[] = [];
        await write('webhooks', ids, (row, id) => {
          if (row === undefined || !isDue(row, nowMs)) return undefined;
          claimed.push(id);
          return { ...row, leaseUntilMs: untilMs, leaseToken: token };
        });
        return claimed.flatMap((id) => session.get('webhooks', id)?.webhook ?? []);
      },
      listClaimed: (ids, token) =>
        read(() =>
          ids.flatMap((id) => {
            const row = session.get('webhooks', id);
            return row?.leaseToken === token ? [row.webhook] : [];
          }),
        ),
      release: (ids, token) =>
        write('webhooks', ids, (row) =>
          row?.leaseToken === token
            ? { ...row, leaseUntilMs: 0, leaseToken: '', nextAtMs: nextOf(row) }
            : undefined,
        ),
    },
    deliveries: {
      listOfEvents: (webhookIds, eventIds) =>
        read(() =>
          session
            .all('deliveries')
            .filter((each) => webhookIds.includes(each.webhookId) && eventIds.includes(each.eventId)),
        ),
      countWaiting: (webhookIds) =>
        read(() => {
          const counts = new Map<string, number>();
          for (const { webhookId, nextAtMs } of session.all('deliveries')) {
            if (nextAtMs !== null && webhookIds.includes(webhookId))
              counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
          }
          return counts;
        }),
      insert: (all) => writeEach(all, (row, each) => row ?? ({ ...each, ...UNTRIED } satisfies Delivery)),
      listDue: (webhookIds, max, nowMs) =>
        read(() =>
          webhookIds.flatMap((id) =>
            session
              .all('deliveries')
              .filter((each) => each.webhookId === id && each.nextAtMs !== null && each.nextAtMs <= nowMs)
              .sort((a, b) => Number(a.nextAtMs) - Number(b.nextAtMs) || a.createdAtMs - b.createdAtMs)
              .slice(0, Math.min(max, WAITING_MAX)),
          ),
        ),
      save: (all) => writeEach(all, (_, each) => each),
    },
    votes: {
      findSource: (id) => read(() => session.get('sources', id) ?? null),
      async remember(repeats, nowMs) {
        const fresh = new Set<string>();
        const byPlace = new Map(repeats.map((each) => [repeatPlace(each), each]));
        await write('repeats', [...byPlace.keys()].sort(), (row, place) => {
          const next = byPlace.get(place);
          if (next === undefined || (row !== undefined && row.untilMs > nowMs)) return undefined;
          fresh.add(place);
          return { sourceId: next.sourceId, hash: next.hash, untilMs: next.untilMs };
        });
        return fresh;
      },
      async insert(all) {
        const byId = new Map(all.map((vote) => [vote.id, vote]));
        await write('votes', [...byId.keys()], (_, id) => byId.get(id));
        const added = new Map<string, number>();
        for (const vote of all) {
          const place = `${vote.botId} ${voteDayOf(vote)}`;
          added.set(place, (added.get(place) ?? 0) + vote.weight);
        }
        await write('voteDays', [...added.keys()].sort(), (row, place) => {
          const [botId = '', day] = place.split(' ');
          return { botId, day: Number(day), votes: (row?.votes ?? 0) + (added.get(place) ?? 0) };
        });
      },
      listByIds: (ids) => read(() => ids.flatMap((id) => session.get('votes', id) ?? [])),
      listBefore: (beforeMs, max, except) =>
        read(() =>
          session
            .all('votes')
            .filter((vote) => vote.votedAtMs <= beforeMs && !except.includes(vote.id))
            .slice(0, max),
        ),
      async delete(all) {
        const ids = all.map(({ id }) => id);
        const events = idsWhere(
          'events',
          ({ event }) => event.type === 'vote.created' && ids.includes(event.period),
        );
        const ofThem = events.map((place) => `evt ${place}`);
        await remove(
          'deliveries',
          idsWhere('deliveries', ({ eventId }) => ofThem.includes(eventId)),
        );
        await remove('events', events);
        await remove('votes', ids);
      },
      log: () => read(() => {}),
      async prune(nowMs) {
        await remove(
          'repeats',
          idsWhere('repeats', ({ untilMs }) => untilMs <= nowMs),
        );
        return 0;
      },
    },
  } satisfies Simulated;

  async function writeEach<D extends { readonly webhookId: string; readonly eventId: string }>(
    all: readonly D[],
    change: (row: Delivery | undefined, each: D) => Delivery,
  ): Promise<void> {
    const byPlace = new Map(all.map((each) => [deliveryPlace(each), each]));
    await write('deliveries', [...byPlace.keys()].sort(), (row, place) => {
      const each = byPlace.get(place);
      return each && change(row, each);
    });
  }
}
