import { afterAll, expect, it, onTestFinished } from 'vitest';
import { read, register } from '@/tests/support/data/fixtures';
import { postgres } from '@/tests/support/data/postgres-database';

afterAll(() => postgres.stop());

const AT_ONCE = 40;
const COMMITTED = 5;

/** A deferred constraint: a commit fails when the count is above COMMITTED. */
const REFUSED_AT_COMMIT = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at commit'; END $$;
  CREATE CONSTRAINT TRIGGER refused AFTER UPDATE ON bots DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.cycle_used > ${COMMITTED}) EXECUTE FUNCTION refuse();`;

it('calls that contend for one bot are answered as done only when their commits succeed', async () => {
  const db = await postgres.create();
  onTestFinished(async () => {
    await db.run('DROP FUNCTION refuse() CASCADE');
    await db.drop();
  });
  await db.run(REFUSED_AT_COMMIT);
  const { store, directory } = await db.connect();
  const { keyHash } = await register(directory);
  const calls = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => read(store, { keyHash })));
  const done = calls.filter(({ status }) => status === 'fulfilled').length;
  const [row] = await db.rows('SELECT cycle_used FROM bots');
  expect({ done, stored: row?.cycle_used }).toEqual({ done: COMMITTED, stored: COMMITTED });
});
