import { afterAll, expect, it, onTestFinished } from 'vitest';
import { read, register, send, tally } from '@/tests/support/data/fixtures';
import { postgres } from '@/tests/support/data/postgres-database';

afterAll(() => postgres.stop());

it('a program is not disturbed by columns that a newer one adds while it runs', async () => {
  const db = await postgres.create();
  onTestFinished(async () => {
    await db.run('ALTER TABLE bots DROP COLUMN added; ALTER TABLE reports DROP COLUMN added');
    await db.drop();
  });
  const { store, directory } = await db.connect();
  const { keyHash } = await register(directory);
  expect(tally([await send(store, { keyHash }), await read(store, { keyHash })])).toEqual({ served: 2 });
  await db.run('ALTER TABLE bots ADD COLUMN added text; ALTER TABLE reports ADD COLUMN added text');
  for (let i = 0; i < 10; i++) {
    expect(tally([await read(store, { keyHash }), await send(store, { keyHash })])).toEqual({
      served: 1,
      update_too_soon: 1,
    });
  }
});
