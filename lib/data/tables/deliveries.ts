import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { WAITING_MAX, type WebhookDelivery } from '@/lib/domain/alerts/delivery';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { withinCalendar } from '@/lib/domain/text/time';
import type { Schema } from '../schema';
import { byBytes, inChunks, waitingIn } from './paging';

type NewDelivery = Pick<
  WebhookDelivery,
  'webhookId' | 'eventId' | 'botId' | 'eventType' | 'createdAtMs' | 'nextAtMs'
>;

type Row = Selectable<Schema['deliveries']>;

const toDelivery = (row: Row): WebhookDelivery => ({
  webhookId: row.endpoint_id,
  eventId: row.event_id,
  botId: row.bot_id,
  eventType: row.event_type,
  createdAtMs: withinCalendar(row.created_at_ms),
  state: row.state,
  tries: row.tries,
  nextAtMs: row.next_at_ms,
  lastTryAtMs: row.last_try_at_ms,
  status: row.status,
  tookMs: row.took_ms,
  response: row.response,
  reason: row.reason,
  isPrivate: row.is_private === 1,
});

const toRow = (delivery: WebhookDelivery): Row => ({
  endpoint_id: delivery.webhookId,
  event_id: delivery.eventId,
  bot_id: delivery.botId,
  event_type: delivery.eventType,
  created_at_ms: delivery.createdAtMs,
  state: delivery.state,
  tries: delivery.tries,
  next_at_ms: delivery.nextAtMs,
  last_try_at_ms: delivery.lastTryAtMs,
  status: delivery.status,
  took_ms: delivery.tookMs,
  response: delivery.response,
  reason: delivery.reason,
  is_private: delivery.isPrivate ? 1 : 0,
});

const UNTRIED = {
  ...({ state: 'waiting', tries: 0, lastTryAtMs: null, status: null, tookMs: null } as const),
  response: '',
  reason: '',
  isPrivate: false,
};

/** What changes in a delivery. */
const CHANGING = [
  ...(['state', 'tries', 'next_at_ms', 'last_try_at_ms', 'status'] as const),
  ...(['took_ms', 'response', 'reason', 'is_private'] as const),
];

const longestDueFirst = (a: Row, b: Row) =>
  Number(a.next_at_ms) - Number(b.next_at_ms) ||
  a.created_at_ms - b.created_at_ms ||
  (a.event_id < b.event_id ? -1 : 1);

const countAll = sql<number>`count(*)`.as('n');

/** Deliveries of events to webhooks, which are their log too (contract section 9). */
export const deliveries = (db: Kysely<Schema>) => ({
  async find(webhookId: string, eventId: string) {
    const row = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('endpoint_id', '=', webhookId)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    return row === undefined ? null : toDelivery(row);
  },
  /** The deliveries of these events to these webhooks, in any order. */
  async listOfEvents(webhookIds: readonly string[], eventIds: readonly string[]) {
    if (webhookIds.length === 0) return [];
    return inChunks(eventIds, async (some) => {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('endpoint_id', 'in', webhookIds)
        .where('event_id', 'in', some)
        .execute();
      return rows.map(toDelivery);
    });
  },
  /** The newest first; `page` counts from 1 and has PAGE_SIZE deliveries. */
  async listOfWebhook(webhookId: string, page: number) {
    const rows = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('endpoint_id', '=', webhookId)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('event_id'), 'desc')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute();
    return rows.map(toDelivery);
  },
  async countOfWebhook(webhookId: string) {
    const row = await db
      .selectFrom('deliveries')
      .select(countAll)
      .where('endpoint_id', '=', webhookId)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  /** How many deliveries wait, of all webhooks, and since when the first is due. */
  waiting: () => waitingIn(db, 'deliveries'),
  /** The number of waiting deliveries by webhook; without those that have none. */
  async countWaiting(webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (webhookIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('deliveries')
      .select(['endpoint_id', countAll])
      .where('endpoint_id', 'in', webhookIds)
      .where('next_at_ms', 'is not', null)
      .groupBy('endpoint_id')
      .execute();
    return new Map(rows.map(({ endpoint_id, n }) => [endpoint_id, Number(n)]));
  },
  /** The time of the last try by webhook; without those that were never tried. */
  async lastTries(webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (webhookIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('deliveries')
      .select(({ fn }) => ['endpoint_id', fn.max('last_try_at_ms').as('at_ms')])
      .where('endpoint_id', 'in', webhookIds)
      .groupBy('endpoint_id')
      .execute();
    return new Map(rows.flatMap(({ endpoint_id, at_ms }) => (at_ms === null ? [] : [[endpoint_id, at_ms]])));
  },
  /** Adds deliveries, each once: one that exists stays as it is. */
  async insert(all: readonly NewDelivery[]) {
    const added = (some: readonly NewDelivery[]) =>
      db
        .insertInto('deliveries')
        .values(some.map((each) => toRow({ ...each, ...UNTRIED })))
        .onConflict((on) => on.columns(['endpoint_id', 'event_id']).doNothing())
        .execute();
    await inChunks(all, added);
  },
  /** The waiting deliveries that are due, up to `max` of each webhook, of each the longest due first. */
  async listDue(webhookIds: readonly string[], max: number, nowMs: number) {
    if (webhookIds.length === 0) return [];
    // The time up to which `max` of the webhook are due: no database limits the rows of each webhook in the same way.
    const untilMs = (eb: ExpressionBuilder<Schema, 'webhook_endpoints'>) =>
      eb
        .selectFrom('deliveries as last')
        .select('last.next_at_ms')
        .whereRef('last.endpoint_id', '=', 'webhook_endpoints.id')
        .where('last.next_at_ms', '<=', nowMs)
        .orderBy('last.next_at_ms')
        .limit(1)
        .offset(max - 1);
    const rows = await db
      .selectFrom('webhook_endpoints')
      // SQLite reads the tables in this order then, and looks for that time once for each webhook.
      .crossJoin('deliveries')
      .selectAll('deliveries')
      .where('webhook_endpoints.id', 'in', webhookIds)
      .whereRef('deliveries.endpoint_id', '=', 'webhook_endpoints.id')
      .where('deliveries.next_at_ms', '<=', (eb) => eb.fn.coalesce(untilMs(eb), eb.val(nowMs)))
      // Follows from the others. PostgreSQL would read the whole table before its first ANALYZE.
      .where('deliveries.endpoint_id', 'in', webhookIds)
      .where('deliveries.next_at_ms', '<=', nowMs)
      .execute();
    const all = rows.sort(longestDueFirst).map(toDelivery);
    return webhookIds.flatMap((id) => all.filter(({ webhookId }) => webhookId === id).slice(0, max));
  },
  /** Stores everything that changes in deliveries that exist. */
  async save(all: readonly WebhookDelivery[]) {
    const saved = (some: readonly WebhookDelivery[]) =>
      db
        .insertInto('deliveries')
        .values(some.map(toRow))
        .onConflict((on) =>
          on
            .columns(['endpoint_id', 'event_id'])
            .doUpdateSet(({ ref }) =>
              Object.fromEntries(CHANGING.map((column) => [column, ref(`excluded.${column}`)])),
            ),
        )
        .execute();
    await inChunks(all, saved);
  },
  /** Drops the oldest waiting deliveries beyond WAITING_MAX; returns how many. */
  async dropOldest(webhookId: string) {
    const waiting = db
      .selectFrom('deliveries')
      .select('event_id')
      .where('endpoint_id', '=', webhookId)
      .where('next_at_ms', 'is not', null);
    const kept = waiting
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('event_id'), 'desc')
      .limit(WAITING_MAX);
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .set({ state: 'dropped', next_at_ms: null })
      .where('endpoint_id', '=', webhookId)
      .where('next_at_ms', 'is not', null)
      .where('event_id', 'not in', kept)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  },
  /** Deletes up to `max` deliveries made before `beforeMs` that are not among the last `kept`; returns how many. */
  async prune(webhookId: string, beforeMs: number, kept: number, max: number) {
    const beyond = db
      .selectFrom('deliveries')
      .select('event_id')
      .where('endpoint_id', '=', webhookId)
      .where('created_at_ms', '<', beforeMs)
      .where('event_id', 'not in', (last) =>
        last
          .selectFrom('deliveries')
          .select('event_id')
          .where('endpoint_id', '=', webhookId)
          .orderBy('created_at_ms', 'desc')
          .orderBy(byBytes('event_id'), 'desc')
          .limit(kept),
      )
      .orderBy('created_at_ms')
      .limit(max);
    const { numDeletedRows } = await db
      .deleteFrom('deliveries')
      .where('endpoint_id', '=', webhookId)
      .where('event_id', 'in', beyond)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
