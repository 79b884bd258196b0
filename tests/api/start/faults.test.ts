import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tablesOf } from '../../support/data/sqlite-files';
import { freePort } from '../../support/free-port.mjs';
import { runToEnd, stopService } from '../../support/process/service';
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

const faults: [Record<string, string>, RegExp[]][] = [
  [{ PORT: '65536' }, [/^PORT .*65535\.$/]],
  [{ APP_URL: 'https://bots.example.org/path' }, [/^APP_URL .*\.$/]],
  [{ TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/40' }, [/^TRUSTED_PROXIES .*\.$/]],
  [{ AUTH_SECRET: SECRET }, [/^AUTH_SECRET .*32.*\.$/]],
  [{ DATABASE_URL: 'mysql://x' }, [/^DATABASE_URL .*\.$/]],
  [{ DATABASE_URL: 'postgres://localhost/x' }, [/^AUTH_SECRET .*PostgreSQL.*\.$/]],
  [{ ADMIN_EMAIL: 'a@example.org' }, [/^ADMIN_EMAIL and ADMIN_PASSWORD .*\.$/]],
  [{ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: SECRET }, [/^ADMIN_PASSWORD .*12.*[^.]\.$/]],
  [{ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'Password1234' }, [/^ADMIN_PASSWORD .*common.*\.$/]],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'a long enough passphrase' }, [/^ADMIN_EMAIL .*address\.$/]],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: SECRET }, [/^ADMIN_EMAIL /, /^ADMIN_PASSWORD /]],
  [
    { PORT: 'x', APP_URL: 'y', LOG_LEVEL: 'z', METRICS_TOKEN: SECRET, DISCORD_CLIENT_SECRET: SECRET },
    [/^PORT /, /^APP_URL /, /^METRICS_TOKEN /, /^LOG_LEVEL /, /^DISCORD_CLIENT_ID and /],
  ],
];

describe('each wrong setting stops the start with one line', () => {
  it.each(faults)('%o', async (env, lines) => {
    const databaseFile = testDatabaseFile();
    await expectRefused({ databaseFile, env }, lines);
    // Before anything is opened, also before listening.
    expect(existsSync(databaseFile)).toBe(false);
  });
});

describe('a database that cannot be used stops the start with one line, and is left as it was', () => {
  it('a folder', async () => {
    await expectRefused({ databaseFile: testFolder() }, [/^The database .* cannot be used: .*$/]);
  });

  it('a file that is not a database', async () => {
    const databaseFile = join(testFolder(), 'notes.txt');
    writeFileSync(databaseFile, 'Remember the milk.\n'.repeat(100));
    await expectRefused({ databaseFile }, [/^The database .*notes\.txt cannot be used: .*$/]);
    expect(readFileSync(databaseFile, 'utf8')).toBe('Remember the milk.\n'.repeat(100));
  });

  it('the database of another program', async () => {
    const databaseFile = join(testFolder(), 'other.db');
    new SqliteDatabase(databaseFile).exec('CREATE TABLE recipes (name TEXT)').close();
    await expectRefused({ databaseFile }, [/^The database .*other\.db cannot be used: .*another program\.$/]);
    expect(tablesOf(databaseFile)).toEqual(['recipes']);
  });

  it('a database of a newer version', async () => {
    const databaseFile = testDatabaseFile();
    await stopService(await testService({ databaseFile }));
    const newer = "INSERT INTO schema_migrations (version, name) VALUES (9999, 'tomorrow')";
    new SqliteDatabase(databaseFile).exec(newer).close();
    const line = /^The database .* cannot be used: .*newer.*nothing was changed\.$/;
    await expectRefused({ databaseFile }, [line]);
  });

  it('a path below a file', async () => {
    const file = join(testFolder(), 'file');
    writeFileSync(file, '');
    await expectRefused({ databaseFile: join(file, 'botmeter.db') }, [/^.*file.*$/]);
  });

  it('a read-only database', async () => {
    const databaseFile = testDatabaseFile();
    await stopService(await testService({ databaseFile }));
    // A folder with the name of the WAL, so that even root cannot write it.
    mkdirSync(`${databaseFile}-wal`);
    chmodSync(databaseFile, 0o400);
    await expectRefused({ databaseFile }, [/^The database .* cannot be used: .*$/]);
  });
});

it('an occupied port stops the start with one line that names it', async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  await expectRefused({ databaseFile: testDatabaseFile(), port }, [new RegExp(`\\b${port}\\b`)]);
});

it('a second server on the same port does not disturb the first', async () => {
  const databaseFile = testDatabaseFile();
  const first = await testService({ databaseFile });
  await expectRefused({ databaseFile, port: first.port }, [new RegExp(`\\b${first.port}\\b`)]);
  expect((await fetch(`http://127.0.0.1:${first.port}/api/health/ready`)).status).toBe(200);
});
