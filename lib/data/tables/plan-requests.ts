import type { Insertable, Kysely, Selectable } from 'kysely';
import type { PlanRequest } from '@/lib/domain/quota/plan-request';
import type { Schema } from '../schema';
import { byBytes } from './paging';

type Row = Schema['plan_requests'];

const toRequest = (row: Selectable<Row>): PlanRequest => ({
  botId: row.bot_id,
  plan: row.plan,
  formerPlan: row.former_plan,
  askedAtMs: row.asked_at_ms,
  used: row.used,
  resetAtMs: row.reset_at_ms,
  pace:
    row.pace_calls === null || row.pace_span_ms === null
      ? null
      : { calls: row.pace_calls, spanMs: row.pace_span_ms },
  runsOutAtMs: row.runs_out_at_ms,
  status: row.status,
  answeredAtMs: row.answered_at_ms,
  answer: row.answer,
});

const toRow = (request: PlanRequest): Insertable<Row> => ({
  bot_id: request.botId,
  plan: request.plan,
  former_plan: request.formerPlan,
  asked_at_ms: request.askedAtMs,
  used: request.used,
  reset_at_ms: request.resetAtMs,
  pace_calls: request.pace?.calls ?? null,
  pace_span_ms: request.pace?.spanMs ?? null,
  runs_out_at_ms: request.runsOutAtMs,
  status: request.status,
  answered_at_ms: request.answeredAtMs,
  answer: request.answer,
});

/** Owners' requests for larger plans, the latest of each bot. */
export const planRequests = (db: Kysely<Schema>) => ({
  async find(botId: string) {
    const row = await db
      .selectFrom('plan_requests')
      .selectAll()
      .where('bot_id', '=', botId)
      .executeTakeFirst();
    return row === undefined ? null : toRequest(row);
  },
  /** Requests that wait for an answer, the oldest first. */
  async listOpen(max: number) {
    const rows = await db
      .selectFrom('plan_requests')
      .selectAll()
      .where('status', '=', 'open')
      .orderBy('asked_at_ms')
      .orderBy(byBytes('bot_id'))
      .limit(max)
      .execute();
    return rows.map(toRequest);
  },
  async countOpen() {
    const row = await db
      .selectFrom('plan_requests')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  /** Replaces the bot's earlier request. */
  async put(request: PlanRequest) {
    const { bot_id: _, ...values } = toRow(request);
    await db
      .insertInto('plan_requests')
      .values({ bot_id: request.botId, ...values })
      .onConflict((conflict) => conflict.column('bot_id').doUpdateSet(values))
      .execute();
  },
  async delete(botId: string) {
    await db.deleteFrom('plan_requests').where('bot_id', '=', botId).execute();
  },
});
