import { Client } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { QUERY_TIMEOUT_MS } from '@/lib/data/postgres/pool';
import { decideUsageRead } from '@/lib/domain/reports/decide';
import { connectAgain, db, directory, onPostgres, store } from '@/tests/support/data/each-database';
import { read, register, tally } from '@/tests/support/data/fixtures';
import { inDatabase } from '@/tests/support/process/database-url';

/** Calls of one bot that meet in a fixed order: another session holds the bot's row until they wait for it. */

onPostgres();

const HOLD = 'BEGIN; SELECT 1 FROM bots FOR UPDATE';
const CHANGE = 'UPDATE bots SET version = version + 1, cycle_used = cycle_used + 1; COMMIT';

async function otherSession(): Promise<Client> {
  const [row] = await db.rows('SELECT current_database() AS name');
  const session = new Client({ connectionString: inDatabase(inject('postgresUrl'), String(row?.name)) });
  await session.connect();
  onTestFinished(() => session.end());
  return session;
}

const untilWaiting = (count: number) =>
  expect
    .poll(() =>
      db.rows(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    )
    .toEqual([{ n: count }]);

it('a call whose row was changed after it was read is decided again', async () => {
  const { keyHash } = await register(directory);
  const session = await otherSession();
  const other = await connectAgain();
  await session.query(HOLD);
  const calls = [store, other.store].map((one) => read(one, { keyHash }));
  await untilWaiting(2);
  await session.query('COMMIT');
  const used = (await Promise.all(calls)).map((call) => call?.account.cycle.used);
  expect(used.sort()).toEqual([1, 2]);
});

/** The first two writes of a bot change nothing, as after the change of another call; the second waits for a lock. */
const LOSE_TWICE = `
  CREATE SEQUENCE writes;
  CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE write bigint := nextval('writes');
    BEGIN
      IF write = 2 THEN PERFORM pg_advisory_xact_lock(1); END IF;
      RETURN CASE WHEN write > 2 THEN NEW END;
    END $$;
  CREATE TRIGGER lost BEFORE UPDATE ON bots FOR EACH ROW EXECUTE FUNCTION lose()`;

it('a call that lost twice locks its row before it reads it', async () => {
  const { keyHash } = await register(directory);
  const [gate, session] = [await otherSession(), await otherSession()];
  await db.run(LOSE_TWICE);
  try {
    await gate.query('SELECT pg_advisory_lock(1)');
    let decided = 0;
    const call = store.call({ keyHash }, (...given) => {
      decided++;
      return decideUsageRead(...given);
    });
    await untilWaiting(1);
    const held = session.query(HOLD);
    await untilWaiting(2);
    await gate.query('SELECT pg_advisory_unlock(1)');
    await held;
    await untilWaiting(1);
    expect(decided, 'decisions before the row is locked').toBe(2);
    await session.query(CHANGE);
    expect(tally([await call])).toEqual({ served: 1 });
    expect(await db.rows('SELECT cycle_used FROM bots')).toEqual([{ cycle_used: 2 }]);
  } finally {
    await session.query('ROLLBACK');
    await db.run('DROP FUNCTION lose() CASCADE; DROP SEQUENCE writes');
  }
});

it('the refusal of the server is read before the time is over, also when this process was busy meanwhile', async () => {
  const { keyHash } = await register(directory);
  const session = await otherSession();
  await session.query(HOLD);
  const call = read(store, { keyHash });
  await untilWaiting(1);
  // The server gives up first; when this process goes on, both times are over.
  for (const until = performance.now() + QUERY_TIMEOUT_MS; performance.now() < until; );
  await expect(call).rejects.toMatchObject({ code: 'storage_unavailable', isOutcomeUnknown: false });
  await session.query('ROLLBACK');
});
