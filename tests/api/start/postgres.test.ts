import { chmodSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openPostgres } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, queryPostgres } from '../../support/process/database-url';
import { runToEnd, startService, stopService } from '../../support/process/service';
import { testFolder } from '../../support/process/test-resources';

const PASSWORD = 'hunter2-of-the-database';
const STOPS_WITHIN_MS = 10_000;

/** Asserts a start that fails at once, without a retry: status 1, one line on standard error, no password in it. */
async function expectRefused(databaseUrl: string, line: RegExp): Promise<void> {
  const startedAt = performance.now();
  const { code, stdout, stderr } = await runToEnd({ databaseUrl });
  expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
    code: 1,
    lines: [expect.stringMatching(line)],
  });
  expect(performance.now() - startedAt).toBeLessThan(STOPS_WITHIN_MS);
  expect(stdout).not.toMatch(/listens|setup|trying again/);
  expect(stdout + stderr).not.toContain(PASSWORD);
}

const changed = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href;
const newDatabase = () => createDatabase(inject('postgresUrl'));
const tablesOf = async (url: string) => {
  const select = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
  return (await queryPostgres(url, select)).map(({ tablename }) => tablename);
};

/** The log lines about retries of the database. */
const retriesIn = (output: string): { level: number; reason: string }[] =>
  output
    .split('\n')
    .filter((line) => line.includes('trying again'))
    .map((line) => JSON.parse(line));

describe('a start waits for its database', () => {
  it('logs each retry as JSON for 30 s, and then prints one line', async () => {
    const startedAt = performance.now();
    const { code, stdout, stderr } = await runToEnd({
      databaseUrl: `postgres://someone:${PASSWORD}@127.0.0.1:1/botmeter`,
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The database on 127\.0\.0\.1:1\/botmeter cannot be used: .+; tried \d+ times in 30 s\.\n$/,
      ),
    ]);
    expect(performance.now() - startedAt).toBeGreaterThan(30_000);
    const retries = retriesIn(stdout);
    expect(retries.length).toBeGreaterThan(5);
    for (const { level, reason } of retries) {
      expect([level, reason]).toEqual([40, expect.stringContaining('127.0.0.1:1/botmeter cannot be used')]);
    }
    expect(stdout).not.toMatch(/listens|setup/);
    expect(stdout + stderr).not.toContain(PASSWORD);
  });

  it('starts once a server that drops the first connections accepts one', async () => {
    const to = new URL(await newDatabase());
    let taken = 0;
    const gate = createServer((socket) => {
      socket.on('error', () => {});
      if (++taken <= 3) return void socket.destroy();
      const server = connect(Number(to.port), to.hostname).on('error', () => socket.destroy());
      socket.pipe(server).pipe(socket);
    });
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void gate.close());
    const port = String((gate.address() as AddressInfo).port);
    const service = await startService({ databaseUrl: changed(to.href, { port }) });
    onTestFinished(async () => void (await stopService(service)));
    expect(retriesIn(service.output())).toHaveLength(3);
  });

  it('does not retry with a wrong password', async () => {
    const rules = join(testFolder(), 'hba.conf');
    writeFileSync(rules, 'host all all 127.0.0.1/32 scram-sha-256\n');
    chmodSync(dirname(rules), 0o755);
    const server = await startPostgres([`hba_file=${rules}`]);
    onTestFinished(() => server.stop());
    await expectRefused(
      changed(server.url, { password: PASSWORD }),
      /^The database on .+ cannot be used: password authentication failed for user "postgres"$/,
    );
  });
});

describe('a database that cannot be used stops the start with one line, and is not changed:', () => {
  it.each<[string, RegExp, (url: string) => Promise<unknown>]>([
    [
      'tables of another program',
      /another program/,
      (url) => queryPostgres(url, 'CREATE TABLE users (name text)'),
    ],
    [
      'a newer schema',
      /newer.*nothing was changed\.$/,
      async (url) => {
        await (await openPostgres({ url, max: 1, onError: () => {} })).end();
        await queryPostgres(url, "INSERT INTO schema_migrations (version, name) VALUES (9999, 'tomorrow')");
      },
    ],
  ])('%s', async (_, reason, make) => {
    const url = await newDatabase();
    await make(url);
    const before = await tablesOf(url);
    await expectRefused(url, new RegExp(`^The database on .+ cannot be used: .*${reason.source}`));
    expect(await tablesOf(url)).toEqual(before);
  });

  it.each([
    ['no such database', { pathname: 'nowhere' }, 'nowhere'],
    ['an unknown role', { username: 'nobody' }, 'nobody'],
  ])('%s', async (_, part, name) => {
    const url = changed(inject('postgresUrl'), { ...part, password: PASSWORD });
    await expectRefused(url, new RegExp(`^The database on .+ cannot be used: .*"${name}" does not exist$`));
  });

  it.each(['fsync', 'full_page_writes'])(
    '%s = off, which would lose reports in a power failure',
    async (setting) => {
      const server = await startPostgres([`${setting}=off`]);
      onTestFinished(() => server.stop());
      await expectRefused(server.url, new RegExp(`${setting} = off.*"on"`));
    },
  );
});

it('commits synchronously and leaves no written pages to the next checkpoint, whatever the server’s defaults are', async () => {
  const server = await startPostgres(['synchronous_commit=off']);
  const pool = openPool({ url: server.url, max: 2, onError: () => {} });
  onTestFinished(async () => {
    await pool.end();
    await server.stop();
  });
  const settings = `SELECT name, current_setting(name) AS value FROM pg_settings
    WHERE name IN ('backend_flush_after', 'synchronous_commit') ORDER BY name`;
  const [flush, commit] = ['backend_flush_after', 'synchronous_commit'];
  expect(await queryPostgres(server.url, settings)).toEqual([
    { name: flush, value: '0' },
    { name: commit, value: 'off' },
  ]);
  expect((await pool.query(settings)).rows).toEqual([
    { name: flush, value: '256kB' },
    { name: commit, value: 'on' },
  ]);
});

describe('autovacuum leaves no written pages to the next checkpoint either', () => {
  const flush = 'backend_flush_after';
  const server = () => inject('postgresUrl');
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  const open = async (url: string) => (await openPostgres({ url, max: 1, onError: () => {} })).end();
  /** Autovacuum's sessions get it like those of other programs: from the database. */
  const ofNewSessions = async (url: string) => (await queryPostgres(url, `SHOW ${flush}`))[0]?.[flush];

  it('because the database gets the setting, whatever its name', async () => {
    const url = await newDatabase();
    const odd = `it's "${nameOf(url)}"`;
    await queryPostgres(server(), `ALTER DATABASE ${nameOf(url)} RENAME TO "${odd.replaceAll('"', '""')}"`);
    const renamed = changed(url, { pathname: encodeURIComponent(odd) });
    await open(renamed);
    expect(await ofNewSessions(renamed)).toBe('256kB');
  });

  it('unless the operator has chosen another value', async () => {
    const url = await newDatabase();
    await queryPostgres(url, `ALTER DATABASE ${nameOf(url)} SET ${flush} = '64kB'`);
    await open(url);
    expect(await ofNewSessions(url)).toBe('64kB');
  });

  it('unless the role does not own the database, which can be used all the same', async () => {
    const url = await newDatabase();
    const username = `guest_of_${nameOf(url)}`;
    await queryPostgres(url, `CREATE ROLE ${username} LOGIN; GRANT CREATE ON SCHEMA public TO ${username}`);
    await open(changed(url, { username }));
    expect([await ofNewSessions(url), (await tablesOf(url)).includes('reports')]).toEqual(['0', true]);
  });
});

it('four processes that start at once on an empty database migrate it once, and all become ready', async () => {
  const databaseUrl = await newDatabase();
  const services = await Promise.all(Array.from({ length: 4 }, () => startService({ databaseUrl })));
  onTestFinished(async () => void (await Promise.all(services.map((service) => stopService(service)))));
  const versions = await queryPostgres(databaseUrl, 'SELECT version FROM schema_migrations ORDER BY version');
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, i) => i + 1));
  for (const { port } of services) {
    expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200);
  }
  // Each instance prints its own link; the newest one is valid.
  const links = services.map((service) => /setup\?token=[\w-]{43}/.exec(service.output())?.[0]);
  expect(new Set(links).size).toBe(4);
});
