import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { openPostgres } from '@/lib/data/postgres/open';
import { PostgresStore } from '@/lib/data/postgres/store';
import { register, send } from '@/tests/support/data/fixtures';
import { freePort } from '@/tests/support/free-port.mjs';
import { startPostgres } from '@/tests/support/postgres.mjs';
import { queryPostgres } from '@/tests/support/process/database-url';

/** Two servers of which one accepts writes; `setReadOnly` lets them change places. */
type Server = Awaited<ReturnType<typeof startPostgres>>;
let first: Server;
let second: Server;
beforeAll(async () => {
  [first, second] = await Promise.all([startPostgres(), startPostgres()]);
});
afterAll(() => Promise.all([first.stop(), second.stop()]));

async function setReadOnly(server: Server, isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? 'on' : 'off';
  const writing = { connectionString: server.url, options: '-c default_transaction_read_only=off' };
  await queryPostgres(writing, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await queryPostgres(writing, 'SELECT pg_reload_conf()');
  const shown = async () => (await queryPostgres(server.url, 'SHOW default_transaction_read_only'))[0];
  await expect.poll(shown).toEqual({ default_transaction_read_only: value });
}

const hostOf = ({ url }: Server) => new URL(url).host;
const open = async (...hosts: string[]) => {
  const pool = await openPostgres({
    url: `postgres://postgres@${hosts}/postgres`,
    max: 4,
    onError: () => {},
  });
  onTestFinished(() => pool.end());
  return pool;
};
const portOf = async (pool: Awaited<ReturnType<typeof open>>) =>
  (await pool.query(`SELECT current_setting('port') AS port`)).rows[0].port;

it('of several places the one that accepts writes is used, whatever its place in the list', async () => {
  await setReadOnly(second, true);
  const nobody = `127.0.0.1:${await freePort()}`;
  for (const hosts of [
    [hostOf(first), hostOf(second)],
    [hostOf(second), hostOf(first)],
    [nobody, hostOf(second), hostOf(first)],
  ]) {
    expect(await portOf(await open(...hosts))).toBe(new URL(first.url).port);
  }
  await setReadOnly(second, false);
});

it('places of which none accepts writes are refused with one line', async () => {
  await setReadOnly(second, true);
  await expect(open(hostOf(second))).rejects.toThrow(
    /cannot be used: The server accepts no writes: it is a standby\.$/,
  );
  await expect(open(`127.0.0.1:${await freePort()}`, hostOf(second))).rejects.toThrow(
    /127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/postgres cannot be used/,
  );
  await setReadOnly(second, false);
});

it('a wrong password is not tried elsewhere', async () => {
  await expect(
    openPostgres({
      url: `postgres://nobody-of-that-name@${hostOf(first)},${hostOf(second)}/postgres`,
      max: 1,
      onError: () => {},
    }),
  ).rejects.toThrow(/role "nobody-of-that-name" does not exist/);
});

it('a primary that becomes read-only is left, by calls and by changes, and the other one serves', async () => {
  const pool = await open(hostOf(first), hostOf(second));
  const [store, directory] = [new PostgresStore(pool), new PostgresDirectory(pool)];
  const { keyHash, botId } = await register(directory);
  expect(await send(store, { keyHash })).toBeTruthy();
  // The other server has no such bot: it is no replica. What counts here is where the statements go.
  await setReadOnly(first, true);
  await expect(
    directory.write([], ({ bots }, nowMs) => bots.update(botId, { name: 'Elsewhere' }, nowMs)),
  ).rejects.toMatchObject({ code: 'storage_unavailable' });
  await expect
    .poll(async () => {
      await send(store, { keyHash }).catch(() => {});
      return portOf(pool).catch(() => null);
    })
    .toBe(new URL(second.url).port);
  await setReadOnly(first, false);
});
