import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignInAttempts } from '@/lib/ports/people';
import type { Schema } from '../schema';

export const signInAttempts = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>): SignInAttempts => ({
  async find(subject) {
    const row = await db
      .selectFrom('sign_in_attempts')
      .selectAll()
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row === undefined ? null : { attempts: row.attempts, windowStartMs: row.window_start_ms };
  },
  async put(subject, { attempts, windowStartMs }) {
    await db
      .insertInto('sign_in_attempts')
      .values({ subject, attempts, window_start_ms: windowStartMs })
      .onConflict((on) => on.column('subject').doUpdateSet({ attempts, window_start_ms: windowStartMs }))
      .execute();
  },
  async delete(subject) {
    await db.deleteFrom('sign_in_attempts').where('subject', '=', subject).execute();
  },
  async deleteBefore(windowStartMs) {
    await sql`DELETE FROM sign_in_attempts WHERE subject IN
      (SELECT subject FROM sign_in_attempts WHERE window_start_ms < ${windowStartMs} ${unlockedRows})`.execute(
      db,
    );
  },
});
