import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { migrate } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import type { Account } from '@/lib/domain/bots/account';
import { OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { read, register, send, tally } from '@/tests/support/data/fixtures';
import { proxied, startTcpProxy, type TcpProxy } from '@/tests/support/fault/tcp-proxy';
import { createDatabase } from '@/tests/support/process/database-url';

/** Every request gets a response within this time, whatever the database does. */
const RESPONSE_MAX_MS = 5_000;

let url: string;
let proxy: TcpProxy;
let other: ReturnType<typeof openPool>;
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'));
  proxy = await startTcpProxy(Number(new URL(url).port));
  other = openPool({ url, max: 1, onError: () => {} });
  await migrate(other);
});
afterAll(async () => {
  await other.end();
  await proxy.stop();
});

/** A server instance that reaches the database through the proxy. */
function openInstance(max: number) {
  const pool = openPool({ url: proxied(url, proxy), max, onError: () => {} });
  return { store: new PostgresStore(pool), directory: new PostgresDirectory(pool) };
}

it('a report that is acknowledged after a delayed change is stored', async () => {
  const { store, directory } = openInstance(1);
  const { keyHash, botId } = await register(directory);
  proxy.stall();
  const change = directory.write([], ({ bots }, nowMs) => bots.update(botId, { name: 'Held' }, nowMs));
  await expect(change).rejects.toMatchObject({ code: 'storage_unavailable' });
  // The delayed data arrives after all, and begins a transaction that is never ended.
  proxy.restore();
  expect(tally([await send(store, { keyHash })])).toEqual({ served: 1 });
  const { rows } = await other.query('SELECT name, reports_total FROM bots WHERE id = $1', [botId]);
  expect(rows).toEqual([{ name: 'TestBot', reports_total: 1 }]);
  await directory.close();
});

it('calls of one bot end in time while every response of the database is slow', async () => {
  const { store, directory } = openInstance(10);
  const { keyHash } = await register(directory, { id: OTHER_BOT_ID });
  // Open the connections before the delay begins.
  await Promise.all(Array.from({ length: 10 }, () => read(store, { keyHash })));
  proxy.delay(1_300);
  const startedAt = performance.now();
  const call = async () => {
    const seen = await store.find({ keyHash });
    const decide = (account: Account) => ({ account: { ...account }, effects: [], outcome: null });
    return store.call({ keyHash }, decide, seen ?? undefined);
  };
  const calls = await Promise.allSettled(Array.from({ length: 8 }, call));
  expect(performance.now() - startedAt).toBeLessThan(RESPONSE_MAX_MS);
  for (const one of calls) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'storage_unavailable' });
  }
  proxy.restore();
  expect(tally([await read(store, { keyHash })])).toEqual({ served: 1 });
  await directory.close();
});
