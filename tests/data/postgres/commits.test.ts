import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { databasesOn } from '@/tests/support/data/databases';
import { read, register, send, tally } from '@/tests/support/data/fixtures';
import { makeTemplate } from '@/tests/support/data/postgres-template';
import { startPostgres } from '@/tests/support/postgres.mjs';
import { withMissingStandby } from '@/tests/support/process/database-url';

/** A server without other work, which would write WAL between a commit and the look at it. */
let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres();
  await makeTemplate(server.url);
});
afterAll(() => server.stop());
const databases = databasesOn(() => server.url);

type SqlFor = (database: string) => string;

/** A server instance on a database that `change` modifies before the test and `undo` restores after it. */
async function changedDatabase(undo: SqlFor, change: SqlFor = () => '') {
  const db = await databases.create();
  const [{ name } = { name: '' }] = await db.rows('SELECT current_database() AS name');
  onTestFinished(async () => {
    await db.run(undo(String(name)));
    await db.drop();
  });
  await db.run(change(String(name)));
  return { db, ...(await db.connect()) };
}

/** A deferred constraint that makes the commit of the sixth call fail. */
const COMMITTED = 5;
const REFUSE_AT_COMMIT = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at commit'; END $$;
  CREATE CONSTRAINT TRIGGER refused AFTER UPDATE ON bots DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.cycle_used > ${COMMITTED}) EXECUTE FUNCTION refuse();`;

it('calls that contend for one bot resolve only if their commits succeed', async () => {
  const { db, store, directory } = await changedDatabase(
    () => 'DROP FUNCTION refuse() CASCADE',
    () => REFUSE_AT_COMMIT,
  );
  const { keyHash } = await register(directory);
  // Each instance lets its calls of one bot run in turn.
  const stores = [
    store,
    ...(await Promise.all(Array.from({ length: 5 }, () => db.connect()))).map((one) => one.store),
  ];
  const calls = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => read(stores[i % stores.length] ?? store, { keyHash })),
  );
  const done = calls.filter(({ status }) => status === 'fulfilled').length;
  const [row] = await db.rows('SELECT cycle_used FROM bots');
  expect({ done, stored: row?.cycle_used }).toEqual({ done: COMMITTED, stored: COMMITTED });
});

it('an accepted report is on disk when its call resolves, whatever the server’s default is', async () => {
  const { db, store, directory } = await changedDatabase(
    (name) => `ALTER DATABASE ${name} RESET synchronous_commit`,
    (name) => `ALTER DATABASE ${name} SET synchronous_commit = off`,
  );
  const unflushed = 'SELECT pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() AS bytes';
  let late = 0;
  for (let i = 0; i < 20; i++) {
    const { keyHash } = await register(directory, { id: String(10n ** 17n + BigInt(i)) });
    expect((await send(store, { keyHash }))?.outcome).toEqual({ kind: 'served' });
    const [row] = await db.rows(unflushed);
    if (Number(row?.bytes) > 0) late++;
  }
  // The server itself writes WAL records from time to time.
  expect(late, 'reports whose calls resolved before they were on disk').toBeLessThanOrEqual(2);
});

it('only folding does not wait until its commit is confirmed', async () => {
  const { db, store, directory } = await changedDatabase(() => '');
  const { keyHash } = await register(directory, { plan: 'business' });
  await db.run(`INSERT INTO reports VALUES ('${BOT_ID}', ${T0 - 200 * HOUR_MS}, 1, 2, 3, 4)`);
  await withMissingStandby([server.url], async () => {
    await directory.write([], async ({ folding }) => {
      await folding.lockOldest(BOT_ID, 0);
      await folding.fold(BOT_ID, 0, T0);
      await folding.deleteReports(BOT_ID, 0, T0);
    });
    expect(await db.rows('SELECT reports FROM report_hours')).toEqual([{ reports: 1 }]);
    await expect(read(store, { keyHash })).rejects.toMatchObject({ isOutcomeUnknown: true });
  });
});

it('calls work while a newer version adds columns', async () => {
  const { db, store, directory } = await changedDatabase(
    () => 'ALTER TABLE bots DROP COLUMN added; ALTER TABLE reports DROP COLUMN added',
  );
  const { keyHash } = await register(directory);
  expect(tally([await send(store, { keyHash }), await read(store, { keyHash })])).toEqual({ served: 2 });
  await db.run('ALTER TABLE bots ADD COLUMN added text; ALTER TABLE reports ADD COLUMN added text');
  for (let i = 0; i < 10; i++) {
    const calls = [await read(store, { keyHash }), await send(store, { keyHash })];
    expect(tally(calls)).toEqual({ served: 1, update_too_soon: 1 });
  }
});
