import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { expect, it, onTestFinished } from 'vitest';
import { figure } from '@/tests/support/fault/campaign';
import { freePort } from '@/tests/support/free-port.mjs';
import { runToEnd } from '@/tests/support/process/service';
import { testFolder } from '@/tests/support/process/test-resources';
import { chosenSecrets, neverShown } from './canaries';
import { Evidence } from './evidence';

const chosen = chosenSecrets();

/** Valid settings. */
const VALID = {
  AUTH_SECRET: chosen.AUTH_SECRET,
  METRICS_TOKEN: chosen.METRICS_TOKEN,
  DISCORD_CLIENT_ID: 'client',
  DISCORD_CLIENT_SECRET: chosen.DISCORD_CLIENT_SECRET,
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: chosen.adminPassword,
  LOG_LEVEL: 'trace',
};

const postgres = (rest: string) => `postgres://botmeter:${chosen.databasePassword}@${rest}`;

/** Invalid settings, each of which stops the start. */
const INVALID: readonly Record<string, string>[] = [
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

/** More than the starts that wait half a minute for a PostgreSQL server, so that they wait at the same time. */
const CONCURRENT = 8;

it('a start that fails prints no secret of its environment', { timeout: 300_000 }, async () => {
  const evidence = new Evidence();
  const starts = INVALID.map((env): Parameters<typeof runToEnd>[0] => ({
    databaseFile: join(testFolder(), 'botmeter.db'),
    env: { ...VALID, ...env },
  }));
  const damaged = join(testFolder(), 'botmeter.db');
  writeFileSync(damaged, `SQLite format 3\0${chosen.databasePassword}`);
  starts.push({ databaseFile: damaged, env: VALID });
  const otherServer = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => otherServer.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void otherServer.close());
  starts.push({ databaseFile: join(testFolder(), 'botmeter.db'), port, env: VALID });

  const fail = async (options: (typeof starts)[number]) => {
    const { code, stdout, stderr } = await runToEnd(options);
    expect({ code, env: options.env, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\S/),
    });
    evidence.add(`start with ${JSON.stringify(options.env)}`, stdout + stderr);
  };
  await pLimit(CONCURRENT).map(starts, fail);
  expect(evidence.findAll(neverShown(chosen))).toEqual([]);
  figure('Secrets', 'in the output of a start that fails', `0 hits in ${starts.length} failed starts`);
});
