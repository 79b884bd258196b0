import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { migrate } from '@/lib/data/postgres/migrate';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { read, register, send, tally } from '@/tests/support/data/fixtures';
import { startWire, type Wire } from '@/tests/support/fault/tcp-proxy';
import { startPostgres } from '@/tests/support/postgres.mjs';

/** Every request is answered within this time, whatever the database does. */
const ANSWER_MAX_MS = 5_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let wire: Wire;
let beside: ReturnType<typeof openPool>;
beforeAll(async () => {
  postgres = await startPostgres();
  wire = await startWire(Number(new URL(postgres.url).port));
  beside = openPool({ url: postgres.url, max: 1, onError: () => {} });
  await migrate(beside);
});
afterAll(async () => {
  await beside.end();
  await wire.stop();
  await postgres.stop();
});

/** A program whose wire to the database can be held up. */
function program(max: number) {
  const url = Object.assign(new URL(postgres.url), { port: String(wire.port) }).href;
  const pool = openPool({ url, max, onError: () => {} });
  return { store: new PostgresStore(pool), directory: new PostgresDirectory(pool) };
}

it('a report that is answered after a change was held up on its way is stored', async () => {
  const { store, directory } = program(1);
  const { keyHash, botId } = await register(directory);
  wire.hang();
  const change = directory.write(({ bots }, nowMs) => bots.update(botId, { name: 'Held' }, nowMs));
  await expect(change).rejects.toMatchObject({ code: 'storage_unavailable' });
  // What was held arrives after all, and begins a transaction that nobody ends.
  wire.mend();
  expect(tally([await send(store, { keyHash })])).toEqual({ served: 1 });
  const { rows } = await beside.query('SELECT name, reports_total FROM bots WHERE id = $1', [botId]);
  expect(rows).toEqual([{ name: 'TestBot', reports_total: 1 }]);
  await directory.close();
});

it('calls of one bot are answered in time while each answer of the database takes long', async () => {
  const { store, directory } = program(10);
  const { keyHash } = await register(directory, { id: OTHER_BOT_ID });
  // Connections are there when it begins.
  await Promise.all(Array.from({ length: 10 }, () => read(store, { keyHash })));
  wire.slow(1_300);
  const startedAt = performance.now();
  const call = async () => {
    const seen = await store.find({ keyHash });
    return store.call(
      { keyHash },
      (account) => ({ account: { ...account }, outcome: null }),
      seen ?? undefined,
    );
  };
  const calls = await Promise.allSettled(Array.from({ length: 8 }, call));
  expect(performance.now() - startedAt).toBeLessThan(ANSWER_MAX_MS);
  for (const one of calls) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'storage_unavailable' });
  }
  wire.mend();
  expect(tally([await read(store, { keyHash })])).toEqual({ served: 1 });
  await directory.close();
});
