import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { WEBHOOK_LEASE_MS } from '@/lib/domain/alerts/delivery';
import {
  CHOOSABLE_TYPES,
  type DueWebhook,
  type StoredWebhook,
  type WebhookHealth,
} from '@/lib/domain/alerts/webhook';
import type { WebhookTime } from '@/lib/domain/bots/bot-counts';
import { withinCalendar } from '@/lib/domain/text/time';
import type { Schema } from '../schema';
import { byBytes } from './paging';

/** An instance's right to deliver to webhooks, for a time. */
type Lease = { readonly token: string; readonly untilMs: number };

/** Webhooks of each kind in `wanted` without those of some hosts, and without those in `except`. */
type DueQuery = {
  readonly wanted: readonly { readonly health: WebhookHealth; readonly exceptHosts: readonly string[] }[];
  readonly except: readonly string[];
};

type Row = Selectable<Schema['webhook_endpoints']>;

const toWebhook = (row: Row): StoredWebhook => ({
  id: row.id,
  botId: row.bot_id,
  kind: row.kind,
  host: row.host,
  last4: row.last4,
  eventTypes: CHOOSABLE_TYPES.filter((type) => row.event_types.split(',').includes(type)),
  createdAtMs: withinCalendar(row.created_at_ms),
  status: row.status,
  statusReason: row.status_reason === '' ? null : row.status_reason,
  statusAtMs: withinCalendar(row.status_at_ms),
  health: row.health,
  firstFailureAtMs: row.first_failure_at_ms,
  givenUp: row.given_up,
  dropped: row.dropped,
  notBeforeMs: row.not_before_ms,
  formerUntilMs: row.former_until_ms,
  sealedAddress: row.address,
  sealedSecret: row.secret,
  sealedFormerSecret: row.former_secret,
});

/** The columns of the fields that are given; Kysely leaves out `undefined`. */
const toColumns = (webhook: Partial<StoredWebhook>) => ({
  kind: webhook.kind,
  address: webhook.sealedAddress,
  secret: webhook.sealedSecret,
  former_secret: webhook.sealedFormerSecret,
  former_until_ms: webhook.formerUntilMs,
  host: webhook.host,
  last4: webhook.last4,
  event_types: webhook.eventTypes?.join(','),
  status: webhook.status,
  status_reason: webhook.statusReason === null ? ('' as const) : webhook.statusReason,
  status_at_ms: webhook.statusAtMs,
  health: webhook.health,
  first_failure_at_ms: webhook.firstFailureAtMs,
  given_up: webhook.givenUp,
  dropped: webhook.dropped,
  not_before_ms: webhook.notBeforeMs,
});

/** Of a webhook: the time of its first waiting delivery, or the one before which it may get no request. */
const NEXT = sql<number | null>`CASE WHEN status = 'on' THEN (
  SELECT CASE WHEN min(waiting.next_at_ms) < not_before_ms THEN not_before_ms ELSE min(waiting.next_at_ms) END
  FROM deliveries AS waiting
  WHERE waiting.endpoint_id = webhook_endpoints.id AND waiting.next_at_ms IS NOT NULL) END`;

/** A claim that ends later than any can was made before the clock was set back. */
const isUnclaimed =
  (nowMs: number) =>
  ({ eb, or }: ExpressionBuilder<Schema, 'webhook_endpoints'>) =>
    or([eb('lease_until_ms', '<=', nowMs), eb('lease_until_ms', '>', nowMs + WEBHOOK_LEASE_MS)]);

/** The webhooks of bots (contract section 9). Its writes need the bot's lock (lib/services/write.ts). */
export const webhooks = (db: Kysely<Schema>) => ({
  async findById(id: string) {
    const row = await db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toWebhook(row);
  },
  /** Oldest first. */
  async listOfBots(botIds: readonly string[]) {
    if (botIds.length === 0) return [];
    const rows = await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('bot_id', 'in', botIds)
      .orderBy('created_at_ms')
      .orderBy(byBytes('id'))
      .execute();
    return rows.map(toWebhook);
  },
  /** The mean time of the newest `max` deliveries that were tried, of each webhook of the bots that has one. */
  async meanTimes(botIds: readonly string[], max: number): Promise<WebhookTime[]> {
    if (botIds.length === 0) return [];
    const newest = sql`SELECT took_ms FROM deliveries WHERE endpoint_id = webhook_endpoints.id
      AND took_ms IS NOT NULL ORDER BY created_at_ms DESC LIMIT ${max}`;
    const mean = sql<number | null>`(SELECT sum(took_ms) * 1.0 / count(*) FROM (${newest}) AS newest)`;
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'bot_id', mean.as('mean_ms')])
      .where('bot_id', 'in', botIds)
      .execute();
    return rows.flatMap(({ id, bot_id, mean_ms }) =>
      mean_ms === null ? [] : [{ webhookId: id, botId: bot_id, meanMs: Math.round(Number(mean_ms)) }],
    );
  },
  async insert(webhook: StoredWebhook) {
    const { id, botId, createdAtMs, ...rest } = webhook;
    const row = { id, bot_id: botId, created_at_ms: createdAtMs, ...toColumns(rest) };
    const idle = { next_at_ms: null, lease_until_ms: 0, lease_token: '' };
    await db
      .insertInto('webhook_endpoints')
      .values({ ...row, ...idle } as Row)
      .execute();
  },
  async update(ids: readonly string[], change: Partial<StoredWebhook>) {
    if (ids.length === 0) return;
    await db.updateTable('webhook_endpoints').set(toColumns(change)).where('id', 'in', ids).execute();
  },
  /** Its deliveries stay until `removals` deletes them. */
  async delete(id: string) {
    await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
  },
  /** Sets when each is due from its deliveries; call it after they, the status or `notBeforeMs` have changed. */
  async schedule(ids: readonly string[]) {
    if (ids.length === 0) return;
    await db.updateTable('webhook_endpoints').set({ next_at_ms: NEXT }).where('id', 'in', ids).execute();
  },
  /** Up to `max` of each kind in `wanted` that no instance delivers to, the longest due first. */
  async listDue({ wanted, except }: DueQuery, max: number, nowMs: number): Promise<DueWebhook[]> {
    const parts = wanted.map(({ health, exceptHosts }) => {
      const due = db
        .selectFrom('webhook_endpoints')
        .select(['id', 'bot_id', 'host', 'health', 'next_at_ms'])
        .where('health', '=', health)
        .where('next_at_ms', '<=', nowMs)
        .where(isUnclaimed(nowMs))
        .$if(exceptHosts.length > 0, (some) => some.where('host', 'not in', exceptHosts))
        .$if(except.length > 0, (some) => some.where('id', 'not in', except));
      return db.selectFrom(due.orderBy('next_at_ms').limit(max).as('due')).selectAll();
    });
    const [first, ...others] = parts;
    if (first === undefined) return [];
    const rows = await others.reduce((all, part) => all.unionAll(part), first).execute();
    // The parts of a UNION are in no order.
    const longestDueFirst = rows.sort((a, b) => Number(a.next_at_ms) - Number(b.next_at_ms));
    return longestDueFirst.map(({ id, bot_id, host, health }) => ({ id, botId: bot_id, host, health }));
  },
  /** Claims those of the webhooks that are still due and that no instance delivers to. */
  async claim(ids: readonly string[], { token, untilMs }: Lease, nowMs: number) {
    if (ids.length === 0) return [];
    const rows = await db
      .updateTable('webhook_endpoints')
      .set({ lease_until_ms: untilMs, lease_token: token })
      .where('id', 'in', ids)
      .where('next_at_ms', '<=', nowMs)
      .where(isUnclaimed(nowMs))
      .returningAll()
      .execute();
    return rows.map(toWebhook);
  },
  /** Which of the webhooks are still claimed with this token. */
  async listClaimed(ids: readonly string[], token: string) {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', 'in', ids)
      .where('lease_token', '=', token)
      .execute();
    return rows.map(toWebhook);
  },
  /** Ends the claims with this token, and sets when each is due. */
  async release(ids: readonly string[], token: string) {
    if (ids.length === 0) return;
    await db
      .updateTable('webhook_endpoints')
      .set({ lease_until_ms: 0, lease_token: '', next_at_ms: NEXT })
      .where('id', 'in', ids)
      .where('lease_token', '=', token)
      .execute();
  },
  /** After `afterId`, by id: webhooks with more than `kept` deliveries, some of them made before `beforeMs`. */
  async listOverfull(afterId: string, beforeMs: number, kept: number, max: number) {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'bot_id'])
      .where('id', '>', afterId)
      .where(
        (eb) =>
          eb
            .selectFrom('deliveries')
            .select('created_at_ms')
            .whereRef('endpoint_id', '=', 'webhook_endpoints.id')
            .orderBy('created_at_ms', 'desc')
            .limit(1)
            .offset(kept),
        '<',
        beforeMs,
      )
      .orderBy('id')
      .limit(max)
      .execute();
    return rows.map(({ id, bot_id }) => ({ id, botId: bot_id }));
  },
});
