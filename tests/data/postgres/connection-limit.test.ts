import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { migrate } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { decideUsageRead } from '@/lib/domain/reports/decide';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { insertRegistered, type Registered, read, register, tally } from '@/tests/support/data/fixtures';
import { createDatabase, queryPostgres } from '@/tests/support/process/database-url';

/** Of one bot at once. */
const CALLS = 60;
/** Each makes a call at once with the others: more than the pool would have connections. */
const BOTS = 20;

/** A pool of up to 10 connections for a role that may have fewer, and the limits that it reports. */
async function openLimited(allowed: number) {
  const url = new URL(await createDatabase(inject('postgresUrl')));
  const role = `limited_${url.pathname.slice(1)}`;
  await queryPostgres(
    url.href,
    `CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${allowed}; GRANT CREATE ON SCHEMA public TO ${role}`,
  );
  const limits: number[] = [];
  const pool = openPool({
    url: Object.assign(new URL(url), { username: role }).href,
    max: 10,
    onError: () => {},
    onLimit: (connections) => limits.push(connections),
  });
  onTestFinished(() => pool.end());
  return { pool, role, url: url.href, limits };
}

it.each([1, 4])(
  'calls share the %i connections that the role may have, and the limit is reported once',
  async (allowed) => {
    const { pool, limits } = await openLimited(allowed);
    await migrate(pool);
    const bots = await new PostgresDirectory(pool).write([], async (tables) => {
      const made: Registered[] = [];
      for (let i = 0; i < BOTS; i++)
        made.push(await insertRegistered(tables, { id: `${10n ** 18n + BigInt(i)}` }));
      return made;
    });
    const store = new PostgresStore(pool);
    for (let round = 1; round <= 2; round++) {
      const called = await Promise.all(bots.map(({ keyHash }) => read(store, { keyHash })));
      expect(tally(called)).toEqual({ served: BOTS });
      const used = await Promise.all(
        bots.map(async ({ botId }) => (await store.find({ botId }))?.account.cycle.used),
      );
      expect(used).toEqual(bots.map(() => round));
    }
    expect(limits).toHaveLength(1);
    await store.close();
  },
);

it('a role that may have no connection is an error, not an endless wait', async () => {
  const { pool, limits } = await openLimited(0);
  await expect(pool.connect()).rejects.toThrow(/too many connections/);
  expect(limits).toEqual([]);
});

it('many calls of one bot, whose row is locked, leave the other connections to other bots', async () => {
  const url = await createDatabase(inject('postgresUrl'));
  const pool = openPool({ url, max: 3, onError: () => {} });
  await migrate(pool);
  const locking = new pg.Client(url);
  await locking.connect();
  onTestFinished(async () => {
    await locking.end();
    await pool.end();
  });
  const directory = new PostgresDirectory(pool);
  const [{ keyHash }, other] = [
    await register(directory),
    await register(directory, { id: OTHER_BOT_ID, ownerId: `owner-of-${BOT_ID}` }),
  ];
  const store = new PostgresStore(pool);
  const seen = await Promise.all(Array.from({ length: CALLS }, () => store.find({ keyHash })));
  await locking.query(`BEGIN; SELECT 1 FROM bots WHERE id = '${BOT_ID}' FOR UPDATE`);
  const calls = seen.map((snapshot) => store.call({ keyHash }, decideUsageRead, snapshot ?? undefined));
  expect(tally([await read(store, other)])).toEqual({ served: 1 });
  await locking.query('COMMIT');
  expect(tally(await Promise.all(calls))).toEqual({ served: CALLS });
  const [row] = await queryPostgres(url, `SELECT cycle_used FROM bots WHERE id = '${BOT_ID}'`);
  expect(row).toEqual({ cycle_used: CALLS });
  await store.close();
});
