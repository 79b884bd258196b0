import { type Kysely, type Selectable, sql } from 'kysely';
import type { AlertState } from '@/lib/domain/bots/account';
import type { Bot, BotListing, BotsWithin } from '@/lib/domain/bots/bot';
import type { Retention } from '@/lib/domain/history/history';
import { firstDueAtMs } from '@/lib/domain/history/retention';
import type { SilenceTerms } from '@/lib/domain/silences/silence-terms';
import type { Page, PageQuery } from '@/lib/domain/text/paging';
import { withinCalendar } from '@/lib/domain/text/time';
import { BOT_COLUMNS, disablingOf, encodeAlerts, isListed, toAccount } from '../account-row';
import type { Schema } from '../schema';
import { byBytes, byNumber, byTime, inPage, matches, totalOf } from './paging';

/** The columns of a Bot. */
export const COLUMNS = [...BOT_COLUMNS, 'owner_id', 'is_public', 'shows_deploys'] as const;

export const toBot = (row: Pick<Selectable<Schema['bots']>, (typeof COLUMNS)[number]>): Bot => ({
  id: row.id,
  name: row.name,
  ownerId: row.owner_id,
  ...disablingOf(row),
  ...(row.is_public === 1 && { isPublic: true }),
  ...(row.shows_deploys === 1 && { showsDeploys: true }),
  registeredAtMs: withinCalendar(row.registered_at_ms),
  plan: row.plan,
  planChangedAtMs: row.plan_changed_at_ms,
  formerHistoryDays: row.former_history_days,
  enabledAtMs: row.enabled_at_ms,
  silentAfterMs: row.silent_after_ms,
  pausedUntilMs: row.paused_until_ms,
  formerIntervalMinutes: row.former_interval_minutes,
});

const withOwner = (db: Kysely<Schema>) =>
  db
    .selectFrom('bots')
    .innerJoin('users', 'users.id', 'bots.owner_id')
    .selectAll('bots')
    .select(['users.name as owner_name', 'users.email as owner_email']);

type ListedRow = Selectable<Schema['bots']> & { owner_name: string; owner_email: string };

const toListing = (row: ListedRow): BotListing => ({
  bot: toBot(row),
  account: toAccount(row),
  owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
});

const SORTS = {
  name: byBytes('bots.name'),
  id: byBytes('bots.id'),
  plan: byBytes('bots.plan'),
  owner: byBytes('users.name'),
  registered: byNumber('bots.registered_at_ms'),
  report: byTime('bots.last_report_at_ms'),
} as const;

type BotChange = Partial<
  Pick<Bot, 'name' | 'ownerId' | 'isDisabled' | 'isPublic' | 'showsDeploys' | 'disabledReason'> &
    Retention &
    SilenceTerms & { readonly alerts: AlertState }
>;

/** Bots. Metered calls use the Store instead; `history` has the reports. */
export const bots = (db: Kysely<Schema>, slowReads: Kysely<Schema>, isSpread = false) => ({
  async findById(id: string) {
    const row = await db.selectFrom('bots').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toBot(row);
  },
  /** In any order; also bots whose row is damaged elsewhere, which lists leave out. */
  async findByIds(ids: readonly string[]) {
    if (ids.length === 0) return [];
    return (await db.selectFrom('bots').select(COLUMNS).where('id', 'in', ids).execute()).map(toBot);
  },
  async list() {
    return (
      await db.selectFrom('bots').select(COLUMNS).orderBy(byBytes('name')).orderBy(byBytes('id')).execute()
    ).map(toBot);
  },
  async findAccount(id: string) {
    const row = await db.selectFrom('bots').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toAccount(row);
  },
  /** A bot that anyone may see, and whether with its deploys: the same look-up for an unknown bot and one that is not public. */
  async findPublic(id: string) {
    const row = await db
      .selectFrom('bots')
      .selectAll()
      .where('id', '=', id)
      .where('is_public', '=', 1)
      .where('disabled_at_ms', 'is', null)
      .executeTakeFirst();
    return row === undefined || !isListed(row)
      ? null
      : { account: toAccount(row), showsDeploys: row.shows_deploys === 1 };
  },
  /** In any order. */
  async accountsOwnedBy(userId: string) {
    const rows = await db.selectFrom('bots').selectAll().where('owner_id', '=', userId).execute();
    return rows.filter(isListed).map(toAccount);
  },
  /** In any order, without unknown ones. */
  async accountsByIds(ids: readonly string[]) {
    if (ids.length === 0) return [];
    const rows = await db.selectFrom('bots').selectAll().where('id', 'in', ids).execute();
    return rows.filter(isListed).map(toAccount);
  },
  /** Of the next `max` bots after `afterBotId`, by id; `lastBotId` is `null` if there are no more. */
  async accountsAfter(afterBotId: string, max: number) {
    const rows = await db
      .selectFrom('bots')
      .selectAll()
      .where('id', '>', afterBotId)
      .orderBy('id')
      .limit(max)
      .execute();
    return {
      accounts: rows.filter(isListed).map(toAccount),
      lastBotId: rows.length < max ? null : (rows.at(-1)?.id ?? null),
    };
  },
  /** In no order, without unknown ones. */
  async listByIds(ids: readonly string[]) {
    if (ids.length === 0) return [];
    return (await withOwner(db).where('bots.id', 'in', ids).execute()).filter(isListed).map(toListing);
  },
  async hasAny() {
    return (await db.selectFrom('bots').select('id').limit(1).execute()).length > 0;
  },
  /** Whether any bot has ever reported. */
  async hasAnyReport() {
    const reported = db.selectFrom('bots').select('id').where('last_report_at_ms', 'is not', null);
    return (await reported.limit(1).execute()).length > 0;
  },
  /**
   * Searches name, id and owner by substring, among the bots of the address `owner` and of `ids` if they are given;
   * sorted by `name`, `id`, `plan`, `owner`, `registered` or `report`.
   */
  async search(query: PageQuery, { owner, ids }: BotsWithin = {}): Promise<Page<BotListing>> {
    // No bot has an empty id: a list of none finds none.
    const filtered = withOwner(slowReads)
      .where(matches(query.text, ['bots.name', 'bots.id', 'users.name', 'users.email']))
      .$if(owner !== undefined, (all) => all.where('users.email', '=', owner ?? ''))
      .$if(ids !== undefined, (all) => all.where('bots.id', 'in', ['', ...(ids ?? [])]));
    const rows = await inPage(filtered, query, SORTS, 'bots.id').execute();
    return { rows: rows.filter(isListed).map(toListing), total: await totalOf(filtered) };
  },
  async countOwnedBy(userId: string) {
    const row = await db
      .selectFrom('bots')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('owner_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  /** By name, at most `max`. */
  async namesOwnedBy(userId: string, max: number) {
    return db
      .selectFrom('bots')
      .select(['id', 'name'])
      .where('owner_id', '=', userId)
      .orderBy(byBytes('name'))
      .orderBy(byBytes('id'))
      .limit(max)
      .execute();
  },
  async insert(bot: Bot) {
    await db
      .insertInto('bots')
      .values({
        id: bot.id,
        name: bot.name,
        owner_id: bot.ownerId,
        plan: bot.plan,
        plan_changed_at_ms: bot.planChangedAtMs,
        former_history_days: bot.formerHistoryDays,
        disabled_at_ms: bot.isDisabled ? bot.registeredAtMs : null,
        registered_at_ms: bot.registeredAtMs,
        enabled_at_ms: bot.enabledAtMs,
        silent_after_ms: bot.silentAfterMs,
        paused_until_ms: bot.pausedUntilMs,
        former_interval_minutes: bot.formerIntervalMinutes,
        history_due_at_ms: firstDueAtMs(bot.registeredAtMs),
      })
      .execute();
  },
  /** Changes what is given; Kysely leaves out `undefined`. */
  async update(id: string, change: BotChange, nowMs: number) {
    const { isDisabled, isPublic, plan, alerts } = change;
    // Published again, it shows them only if that is chosen again.
    const showsDeploys = isPublic === false ? false : change.showsDeploys;
    const columns = {
      name: change.name,
      owner_id: change.ownerId,
      disabled_at_ms: isDisabled ? nowMs : isDisabled === false ? null : undefined,
      disabled_reason: change.disabledReason,
      is_public: isPublic === undefined ? undefined : isPublic ? 1 : 0,
      shows_deploys: showsDeploys === undefined ? undefined : showsDeploys ? 1 : 0,
      plan,
      plan_changed_at_ms: change.planChangedAtMs,
      former_history_days: change.formerHistoryDays,
      enabled_at_ms: change.enabledAtMs,
      silent_after_ms: change.silentAfterMs,
      paused_until_ms: change.pausedUntilMs,
      former_interval_minutes: change.formerIntervalMinutes,
      alert_state: alerts && encodeAlerts(alerts),
    };
    if (Object.values(columns).every((value) => value === undefined)) return;
    // Elsewhere a trigger does it: a call that was decided before must not be written after it.
    const hasNewVersion = isSpread && (isDisabled !== undefined || plan !== undefined);
    const version = hasNewVersion && { version: sql<number>`version + 1` };
    await db
      .updateTable('bots')
      .set({ ...columns, ...version })
      .where('id', '=', id)
      .execute();
  },
  /** Deletes a bot with its counters. Its other rows stay until `removals` deletes them. */
  async delete(id: string) {
    await db.deleteFrom('bots').where('id', '=', id).execute();
  },
});
