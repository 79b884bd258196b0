import { afterAll, expect, it, onTestFinished } from 'vitest';
import { register, send } from '@/tests/support/data/fixtures';
import { postgres } from '@/tests/support/data/postgres-database';

afterAll(() => postgres.stop());

const CALLS = 20;
const UNFLUSHED = 'SELECT pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() AS bytes';

it('an accepted report is on disk when it is answered, whatever the server’s default is', async () => {
  const db = await postgres.create();
  const [{ name } = { name: '' }] = await db.rows('SELECT current_database() AS name');
  await db.run(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  onTestFinished(async () => {
    await db.run(`ALTER DATABASE ${name} RESET synchronous_commit`);
    await db.drop();
  });
  const { store, directory } = await db.connect();
  const bots = [];
  for (let i = 0; i < CALLS; i++) {
    bots.push(await register(directory, { id: String(10n ** 17n + BigInt(i)) }));
  }
  let late = 0;
  for (const { keyHash } of bots) {
    expect((await send(store, { keyHash }))?.outcome).toEqual({ kind: 'served' });
    const [row] = await db.rows(UNFLUSHED);
    if (Number(row?.bytes) > 0) late++;
  }
  // The server itself writes WAL records from time to time.
  expect(late, 'reports that were answered before they were on disk').toBeLessThanOrEqual(2);
});
