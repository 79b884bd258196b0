import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '@/lib/data/migrations/all';
import { openSqlite } from '@/lib/data/sqlite/open';
import { fingerprintOf, makeDatabase } from '../../support/data/sqlite-files';
import { runToEnd } from '../../support/process/service';
import { testDatabaseFile, testFolder, testService } from '../../support/process/test-resources';

const SECRET = 'hunter2';

/** Asserts a failed start: status 1, exactly these lines on standard error, and not listening. */
async function expectRefused(
  options: { databaseFile: string; port?: number; env?: Record<string, string> },
  lines: readonly RegExp[],
): Promise<void> {
  const { code, stdout, stderr } = await runToEnd(options);
  expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
    code: 1,
    lines: lines.map((line) => expect.stringMatching(line)),
  });
  expect(stdout).not.toMatch(/listens|setup/);
  expect(stdout + stderr).not.toContain(SECRET);
  expect(stderr).not.toMatch(/^\s+at |node:|\.mjs|\.ts:/m);
}

/** Each setting is tested in tests/unit/env.test.ts. */
const faults: [Record<string, string>, RegExp[]][] = [
  [{ DATABASE_URL: 'postgres://localhost/x' }, [/^AUTH_SECRET .*PostgreSQL.*\.$/]],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: SECRET }, [/^ADMIN_EMAIL /, /^ADMIN_PASSWORD .*12.*[^.]\.$/]],
  [
    { PORT: 'x', APP_URL: 'y', LOG_LEVEL: 'z', METRICS_TOKEN: SECRET, DISCORD_CLIENT_SECRET: SECRET },
    [/^PORT .*65535\.$/, /^APP_URL /, /^METRICS_TOKEN /, /^LOG_LEVEL /, /^DISCORD_CLIENT_ID and /],
  ],
];

it.each(faults)('wrong settings stop the start with one line each: %o', async (env, lines) => {
  const databaseFile = testDatabaseFile();
  await expectRefused({ databaseFile, env }, lines);
  // Before anything is opened, also before listening.
  expect(existsSync(databaseFile)).toBe(false);
});

const NEWER = `INSERT INTO schema_migrations (version, name) VALUES (${MIGRATIONS.length + 1}, 'future')`;
const PHOTOS = ['CREATE TABLE photos (id INTEGER)', 'INSERT INTO photos VALUES (1)'];

it.each<[string, RegExp, (file: string) => void]>([
  ['a folder', /./, (file) => mkdirSync(file)],
  [
    'a file that is not a database',
    /not a database/,
    (file) => writeFileSync(file, 'My notes.\n'.repeat(500)),
  ],
  ['a database of another program', /another program\.$/, (file) => makeDatabase(file, PHOTOS)],
  [
    'a database of another program in WAL mode',
    /another program\.$/,
    (file) => makeDatabase(file, ['PRAGMA journal_mode = WAL', ...PHOTOS]),
  ],
  [
    'a database of a newer version',
    /newer Botmeter.*nothing was changed\.$/,
    (file) => {
      openSqlite(file).close();
      makeDatabase(file, [NEWER]);
    },
  ],
  [
    'a read-only database',
    /./,
    (file) => {
      openSqlite(file).close();
      // A folder with the name of the WAL, so that even root cannot write it.
      mkdirSync(`${file}-wal`);
      chmodSync(file, 0o400);
    },
  ],
])('%s stops the start with one line and is not changed by a byte', async (_, reason, make) => {
  const databaseFile = testDatabaseFile();
  make(databaseFile);
  const before = fingerprintOf(dirname(databaseFile));
  await expectRefused({ databaseFile }, [
    new RegExp(
      `^(The database ${databaseFile} cannot be used: .*${reason.source}|${databaseFile} is not a regular file)`,
    ),
  ]);
  expect(fingerprintOf(dirname(databaseFile))).toEqual(before);
});

it('a path below a file stops the start with one line', async () => {
  const file = join(testFolder(), 'file');
  writeFileSync(file, '');
  await expectRefused({ databaseFile: join(file, 'botmeter.db') }, [/^.*file.*$/]);
});

it('an occupied port stops the start with one line that names it, and does not disturb its server', async () => {
  const databaseFile = testDatabaseFile();
  const first = await testService({ databaseFile });
  await expectRefused({ databaseFile, port: first.port }, [new RegExp(`\\b${first.port}\\b`)]);
  expect((await fetch(`http://127.0.0.1:${first.port}/api/health/ready`)).status).toBe(200);
});

it('a HOST that is the name of a platform stops the start with one line that names the setting', async () => {
  const env = { HOST: 'x86_64-conda-linux-gnu' };
  await expectRefused({ databaseFile: testDatabaseFile(), env }, [
    /^HOST is "x86_64-conda-linux-gnu", .*\.$/,
  ]);
});

it('an IPv6 address in brackets is the one that it listens on', async () => {
  const other = createServer().listen(0, '::1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = new RegExp(`address already in use ::1:${port}`);
  await expectRefused({ databaseFile: testDatabaseFile(), port, env: { HOST: '[::1]' } }, [taken]);
});
