import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { EXPIRY_TOLD_MS, TOLD_LIFETIME_MIN_MS } from '@/lib/domain/alerts/service-events';
import type { ApiKey, KeyLife, KeyListing, LiveKeys } from '@/lib/domain/keys/api-key';
import { PAGE_SIZE, type Page, type PageQuery } from '@/lib/domain/text/paging';
import { withinCalendar } from '@/lib/domain/text/time';
import type { Schema } from '../schema';
import { byBytes, byNumber, byTime, inPage, matches, totalOf } from './paging';

// Without the hash, which no page or command needs.
const COLUMNS = [
  'id',
  'bot_id',
  'name',
  'last4',
  'created_at_ms',
  'expires_at_ms',
  'revoked_at_ms',
  'last_used_at_ms',
  'rotated_at_ms',
  'own_expires_at_ms',
] as const;

const orNull = (atMs: number | null) => (atMs === null ? null : withinCalendar(atMs));

/** A rotation stores both keys at the same time, and under one name. */
const REPLACED_BY = sql<
  string | null
>`(SELECT next.last4 FROM api_keys next WHERE next.bot_id = api_keys.bot_id
  AND next.created_at_ms = api_keys.rotated_at_ms AND next.name = api_keys.name
  AND next.id <> api_keys.id LIMIT 1)`.as('replaced_by_last4');

type KeyRow = Omit<Selectable<Schema['api_keys']>, 'hash' | 'number'> & { replaced_by_last4: string | null };

const toKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  botId: row.bot_id,
  name: row.name,
  last4: row.last4,
  createdAtMs: withinCalendar(row.created_at_ms),
  expiresAtMs: orNull(row.expires_at_ms),
  revokedAtMs: orNull(row.revoked_at_ms),
  lastUsedAtMs: orNull(row.last_used_at_ms),
  ownExpiresAtMs: orNull(row.rotated_at_ms === null ? row.expires_at_ms : row.own_expires_at_ms),
  replacedByLast4: row.replaced_by_last4,
});

/** isKeyLive as SQL. */
const isLive = (nowMs: number) =>
  sql<SqlBool>`(revoked_at_ms is null and (expires_at_ms is null or expires_at_ms > ${sql.lit(nowMs)}))`;

/** isExpiring as SQL, a range of keys_by_expiry. */
const isExpiringAt = (nowMs: number) =>
  sql<SqlBool>`revoked_at_ms is null and rotated_at_ms is null
    and expires_at_ms > ${sql.lit(nowMs)} and expires_at_ms <= ${sql.lit(nowMs + EXPIRY_TOLD_MS)}
    and expires_at_ms - created_at_ms >= ${sql.lit(TOLD_LIFETIME_MIN_MS)}`;

async function recordedExpiries(db: Kysely<Schema>, of: readonly { id: string; botId: string }[]) {
  if (of.length === 0) return new Set<string>();
  const ids = of.map(({ id }) => id);
  const botIds = of.map(({ botId }) => botId);
  const ofBots = db.selectFrom('events').select('period').where('bot_id', 'in', botIds);
  const rows = await ofBots.where('type', '=', 'key.expiring').where('period', 'in', ids).execute();
  return new Set(rows.map(({ period }) => period));
}

const SORTS = {
  name: byBytes('api_keys.name'),
  bot: byBytes('bots.name'),
  created: byNumber('api_keys.created_at_ms'),
  used: byTime('api_keys.last_used_at_ms'),
} as const;

/** API keys, of which only the hash is stored. */
export const keys = (db: Kysely<Schema>, slowReads: Kysely<Schema>) => ({
  async findById(id: string) {
    const row = await db
      .selectFrom('api_keys')
      .select([...COLUMNS, REPLACED_BY])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toKey(row);
  },
  /** Live keys first, then newest first; `page` counts from 1 and has PAGE_SIZE keys. */
  async listOfBot(botId: string, page: number, nowMs: number) {
    const rows = await db
      .selectFrom('api_keys')
      .select([...COLUMNS, REPLACED_BY])
      .where('bot_id', '=', botId)
      .orderBy(sql`case when ${isLive(nowMs)} then 0 else 1 end`)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('id'))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute();
    return rows.map(toKey);
  },
  /** In no order, without unknown ones. */
  async listByIds(ids: readonly string[]) {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('api_keys')
      .select([...COLUMNS, REPLACED_BY])
      .where('id', 'in', ids)
      .execute();
    return rows.map(toKey);
  },
  /** The ids of keys and of their bots, revoked and expired ones too; in no order, without unknown ones. */
  async listByHashes(hashes: readonly string[]) {
    if (hashes.length === 0) return [];
    return db
      .selectFrom('api_keys')
      .select(['hash', 'id', 'bot_id as botId'])
      .where('hash', 'in', hashes)
      .execute();
  },
  async countOfBot(botId: string) {
    const row = await db
      .selectFrom('api_keys')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('bot_id', '=', botId)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  /** Which of the bots have a key that works, in no order. */
  async botsWithLiveKey(botIds: readonly string[], nowMs: number) {
    if (botIds.length === 0) return [];
    const ofBots = db.selectFrom('api_keys').select('bot_id').where('bot_id', 'in', botIds);
    const rows = await ofBots.where(isLive(nowMs)).groupBy('bot_id').execute();
    return rows.map(({ bot_id }) => bot_id);
  },
  async countLive(botId: string, nowMs: number): Promise<LiveKeys> {
    const row = await db
      .selectFrom('api_keys')
      .select((eb) => [eb.fn.countAll().as('live'), eb.fn.count('rotated_at_ms').as('in_overlap')])
      .where('bot_id', '=', botId)
      .where(isLive(nowMs))
      .executeTakeFirstOrThrow();
    return { live: Number(row.live), inOverlap: Number(row.in_overlap) };
  },
  /**
   * Searches key name, bot and last 4 characters by substring; sorted by `name`, `bot`, `created` or `used`. The filter
   * `state` is `live` or `ended`.
   */
  async search(query: PageQuery, nowMs: number): Promise<Page<KeyListing>> {
    const { state } = query.filters ?? {};
    const filtered = slowReads
      .selectFrom('api_keys')
      .innerJoin('bots', 'bots.id', 'api_keys.bot_id')
      .select(['api_keys.id', 'bots.name as bot_name'])
      .where(matches(query.text, ['api_keys.name', 'api_keys.last4', 'api_keys.bot_id', 'bots.name']))
      .$if(state === 'live', (all) => all.where(isLive(nowMs)))
      .$if(state === 'ended', (all) => all.where(sql<SqlBool>`not ${isLive(nowMs)}`));
    const page = await inPage(filtered, query, SORTS, 'api_keys.id').execute();
    // Citus joins keys with their bots, but not with other keys as well.
    const ofPage = await this.listByIds(page.map(({ id }) => id));
    const byId = new Map(ofPage.map((key) => [key.id, key]));
    const rows = page.flatMap(({ id, bot_name: botName }) => {
      const key = byId.get(id);
      return key === undefined ? [] : [{ key, botName }];
    });
    return { rows, total: await totalOf(filtered) };
  },
  /** Keys that are `isExpiring` and have no event of that yet, in the order in which they expire. */
  async listExpiring(nowMs: number, max: number, except: readonly string[]) {
    const found: { id: string; botId: string }[] = [];
    // Keys and events in statements of their own: they may be on different machines.
    for (let from = 0; found.length < max; from += max) {
      const some = await slowReads
        .selectFrom('api_keys')
        .select(['id', 'bot_id as botId'])
        .where(isExpiringAt(nowMs))
        .$if(except.length > 0, (rest) => rest.where('id', 'not in', except))
        .orderBy('expires_at_ms')
        .orderBy('id')
        .offset(from)
        .limit(max)
        .execute();
      const recorded = await recordedExpiries(slowReads, some);
      found.push(...some.filter(({ id }) => !recorded.has(id)));
      if (some.length < max) break;
    }
    return found.slice(0, max);
  },
  async insert(key: Omit<ApiKey, 'ownExpiresAtMs' | 'replacedByLast4'>, hash: string) {
    // Under the lock of the bot's keys. Citus refuses subqueries in an INSERT.
    const ofBot = db.selectFrom('api_keys').where('bot_id', '=', key.botId);
    const last = await ofBot.select((eb) => eb.fn.max('number').as('number')).executeTakeFirst();
    await db
      .insertInto('api_keys')
      .values({
        hash,
        id: key.id,
        bot_id: key.botId,
        name: key.name,
        last4: key.last4,
        created_at_ms: key.createdAtMs,
        expires_at_ms: key.expiresAtMs,
        revoked_at_ms: key.revokedAtMs,
        last_used_at_ms: key.lastUsedAtMs,
        number: Number(last?.number ?? 0) + 1,
      })
      .execute();
  },
  async setLife(id: string, { expiresAtMs, revokedAtMs }: KeyLife) {
    const life = { expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs };
    await db.updateTable('api_keys').set(life).where('id', '=', id).execute();
  },
  /** Sets the shortened expiry after a rotation, and stores the original one. */
  async setRotated(
    { id, ownExpiresAtMs }: Pick<ApiKey, 'id' | 'ownExpiresAtMs'>,
    { expiresAtMs, revokedAtMs }: KeyLife,
    nowMs: number,
  ) {
    const life = { expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs };
    const rotation = { rotated_at_ms: nowMs, own_expires_at_ms: ownExpiresAtMs };
    await db
      .updateTable('api_keys')
      .set({ ...life, ...rotation })
      .where('id', '=', id)
      .execute();
  },
});
