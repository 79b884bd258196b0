import type { Kysely } from 'kysely';
import { REMEMBERED_MAX, type RememberedBrowser, type SecondFactor } from '@/lib/domain/people/second-factor';
import type { Schema } from '../schema';
import { byBytes } from './paging';

/** Second factors, recovery codes that were not used, and remembered browsers. Of codes and browsers only hashes are stored. */
export const secondFactors = (db: Kysely<Schema>) => ({
  /** Also one that is only being set up. */
  async find(userId: string): Promise<SecondFactor | null> {
    const row = await db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      sealed: row.sealed,
      startedBy: row.started_by,
      startedAtMs: row.started_at_ms,
      enabledAtMs: row.enabled_at_ms,
      lastStep: row.last_step,
    };
  },
  async put(userId: string, factor: SecondFactor) {
    const columns = {
      sealed: factor.sealed,
      started_by: factor.startedBy,
      started_at_ms: factor.startedAtMs,
      enabled_at_ms: factor.enabledAtMs,
      last_step: factor.lastStep,
    };
    await db
      .insertInto('second_factors')
      .values({ user_id: userId, ...columns })
      .onConflict((on) => on.column('user_id').doUpdateSet(columns))
      .execute();
  },
  /** Deletes the factor with its recovery codes and remembered browsers. */
  async delete(userId: string) {
    for (const table of ['second_factors', 'recovery_codes', 'remembered_browsers'] as const)
      await db.deleteFrom(table).where('user_id', '=', userId).execute();
  },
  async replaceCodes(userId: string, hashes: readonly string[]) {
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await db
      .insertInto('recovery_codes')
      .values(hashes.map((hash) => ({ user_id: userId, hash })))
      .execute();
  },
  /** Whether the person had this code, which is gone then. */
  async takeCode(userId: string, hash: string) {
    const ofUser = db.deleteFrom('recovery_codes').where('user_id', '=', userId);
    return (await ofUser.where('hash', '=', hash).executeTakeFirstOrThrow()).numDeletedRows > 0n;
  },
  async countCodes(userId: string) {
    const all = db.selectFrom('recovery_codes').select((eb) => eb.fn.countAll().as('n'));
    return Number((await all.where('user_id', '=', userId).executeTakeFirstOrThrow()).n);
  },
  /** Remembers a browser; the oldest beyond REMEMBERED_MAX are forgotten. */
  async remember(userId: string, { hash, createdAtMs, expiresAtMs, client }: RememberedBrowser) {
    const ofUser = db.selectFrom('remembered_browsers').select('hash').where('user_id', '=', userId);
    const newest = ofUser.orderBy('created_at_ms', 'desc').orderBy(byBytes('hash'));
    await db
      .deleteFrom('remembered_browsers')
      .where('user_id', '=', userId)
      .where('hash', 'not in', newest.limit(REMEMBERED_MAX - 1))
      .execute();
    const times = { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs };
    await db
      .insertInto('remembered_browsers')
      .values({ user_id: userId, hash, client, ...times })
      .execute();
  },
  /** The remembered browsers of a person, newest first. */
  async listRemembered(userId: string, nowMs: number): Promise<RememberedBrowser[]> {
    const ofUser = db.selectFrom('remembered_browsers').selectAll().where('user_id', '=', userId);
    const rows = await ofUser
      .where('expires_at_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('hash'))
      .execute();
    return rows.map(({ hash, created_at_ms, expires_at_ms, client }) => ({
      hash,
      createdAtMs: created_at_ms,
      expiresAtMs: expires_at_ms,
      client,
    }));
  },
  /** Forgets one remembered browser of a person, or all. */
  async forget(userId: string, hash?: string) {
    const ofUser = db.deleteFrom('remembered_browsers').where('user_id', '=', userId);
    await (hash === undefined ? ofUser : ofUser.where('hash', '=', hash)).execute();
  },
});
