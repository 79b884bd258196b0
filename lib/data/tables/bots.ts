import type { Kysely, Selectable } from 'kysely';
import type { Bot, Bots } from '@/lib/services/ports';
import type { Schema } from '../schema';

const COLUMNS = [
  'id',
  'name',
  'owner_id',
  'plan',
  'plan_changed_at_ms',
  'former_history_days',
  'disabled_at_ms',
  'registered_at_ms',
] as const;

const toBot = (row: Selectable<Schema['bots']>): Bot => ({
  id: row.id,
  name: row.name,
  ownerId: row.owner_id,
  isDisabled: row.disabled_at_ms !== null,
  registeredAtMs: row.registered_at_ms,
  plan: row.plan,
  planChangedAtMs: row.plan_changed_at_ms,
  formerHistoryDays: row.former_history_days,
});

export const bots = (db: Kysely<Schema>): Bots => ({
  async findById(id) {
    const row = await db.selectFrom('bots').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toBot(row);
  },
  async list() {
    return (await db.selectFrom('bots').select(COLUMNS).orderBy('name').orderBy('id').execute()).map(toBot);
  },
  async countOwnedBy(userId) {
    const row = await db
      .selectFrom('bots')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('owner_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  async insert(bot) {
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
      })
      .execute();
  },
  async update(id, { name, ownerId, isDisabled, plan, planChangedAtMs, formerHistoryDays }, nowMs) {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(ownerId === undefined ? {} : { owner_id: ownerId }),
      ...(isDisabled === undefined ? {} : { disabled_at_ms: isDisabled ? nowMs : null }),
      ...(plan === undefined ? {} : { plan }),
      ...(planChangedAtMs === undefined ? {} : { plan_changed_at_ms: planChangedAtMs }),
      ...(formerHistoryDays === undefined ? {} : { former_history_days: formerHistoryDays }),
    };
    if (Object.keys(change).length === 0) return;
    await db.updateTable('bots').set(change).where('id', '=', id).execute();
  },
  async delete(id) {
    await db.deleteFrom('reports').where('bot_id', '=', id).execute();
    await db.deleteFrom('api_keys').where('bot_id', '=', id).execute();
    await db.deleteFrom('bots').where('id', '=', id).execute();
  },
});
