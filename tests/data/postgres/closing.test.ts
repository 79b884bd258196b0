import { expect, it } from 'vitest';
import { BOT_ID } from '@/tests/support/data/accounts';
import { connectAgain, db, onPostgres } from '@/tests/support/data/each-database';

onPostgres();

const connections = async () =>
  Number(
    (await db.rows('SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()'))[0]?.n,
  );

it('an instance that has only served calls closes its connections', async () => {
  const before = await connections();
  const instance = await connectAgain();
  await instance.store.find({ botId: BOT_ID });
  expect(await connections()).toBe(before + 1);
  await instance.close();
  // A pool that was not closed would keep an idle connection for 10 s.
  await expect.poll(connections, { timeout: 5_000 }).toBe(before);
});
