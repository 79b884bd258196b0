import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { figure } from '@/tests/support/fault/campaign';
import { freePort } from '@/tests/support/free-port.mjs';
import { runToEnd } from '@/tests/support/process/service';
import { testFolder } from '@/tests/support/process/test-resources';
import { chosenSecrets } from './canaries';
import { Evidence } from './evidence';

const chosen = chosenSecrets();
const canaries = Object.entries(chosen).map(([name, value]) => ({ name, value, shownAt: [] }));

/** All that a start can be given, right as it stands. */
const RIGHT = {
  AUTH_SECRET: chosen.AUTH_SECRET,
  METRICS_TOKEN: chosen.METRICS_TOKEN,
  DISCORD_CLIENT_ID: 'client',
  DISCORD_CLIENT_SECRET: chosen.DISCORD_CLIENT_SECRET,
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: chosen.adminPassword,
  LOG_LEVEL: 'trace',
};

const postgres = (rest: string) => `postgres://botmeter:${chosen.databasePassword}@${rest}`;

/** Each stops the start. */
const WRONG: readonly Record<string, string>[] = [
  { PORT: chosen.METRICS_TOKEN, LOG_LEVEL: chosen.METRICS_TOKEN },
  { APP_URL: `https://user:${chosen.databasePassword}@example.org/path` },
  { TRUSTED_PROXIES: chosen.METRICS_TOKEN },
  { DISCORD_ORIGIN: chosen.DISCORD_CLIENT_SECRET },
  { AUTH_SECRET: chosen.AUTH_SECRET.slice(0, 31) },
  { METRICS_TOKEN: chosen.METRICS_TOKEN.slice(0, 15) },
  { DISCORD_CLIENT_ID: '' },
  { ADMIN_EMAIL: '' },
  { ADMIN_EMAIL: chosen.adminPassword },
  { ADMIN_PASSWORD: chosen.adminPassword.repeat(10) },
  { DATABASE_URL: `mysql://botmeter:${chosen.databasePassword}@localhost/botmeter` },
  { DATABASE_URL: postgres('127.0.0.1:1/botmeter') },
  { DATABASE_URL: postgres('127.0.0.1:99999/botmeter') },
  { DATABASE_URL: postgres('[::1/botmeter') },
  { DATABASE_URL: postgres('no-such-host.invalid/botmeter') },
  { DATABASE_URL: postgres('127.0.0.1:1/botmeter?sslmode=verify-full&sslrootcert=/nowhere') },
  { DATABASE_URL: `postgres://127.0.0.1:1/botmeter?password=${chosen.databasePassword}` },
];

/** Each start is a process of its own. */
const AT_ONCE = 4;

// A start waits half a minute for a server of PostgreSQL that does not answer.
it('no secret of the environment shows when a start fails', { timeout: 300_000 }, async () => {
  const evidence = new Evidence();
  const starts = WRONG.map((env): Parameters<typeof runToEnd>[0] => ({
    databaseFile: join(testFolder(), 'botmeter.db'),
    env: { ...RIGHT, ...env },
  }));
  const damaged = join(testFolder(), 'botmeter.db');
  writeFileSync(damaged, `SQLite format 3\0${chosen.databasePassword}`);
  starts.push({ databaseFile: damaged, env: RIGHT });
  const squatter = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void squatter.close());
  starts.push({ databaseFile: join(testFolder(), 'botmeter.db'), port, env: RIGHT });

  const fail = async (options: (typeof starts)[number]) => {
    const { code, stdout, stderr } = await runToEnd(options);
    expect({ code, env: options.env, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\S/),
    });
    evidence.add(`start with ${JSON.stringify(options.env)}`, stdout + stderr);
  };
  for (let i = 0; i < starts.length; i += AT_ONCE) await Promise.all(starts.slice(i, i + AT_ONCE).map(fail));
  expect(evidence.findAll(canaries)).toEqual([]);
  figure('Secrets', 'in the output of a start that fails', `0 hits in ${starts.length} failed starts`);
});
