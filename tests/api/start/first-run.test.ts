import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { testFolder, testService } from '../../support/process/folder';
import { createOwner } from '../../support/process/operator';
import { type Service, stopService } from '../../support/process/service';

const LINK = /http:\/\/localhost:(\d+)\/setup\?token=([\w-]{43})/g;
const linksOf = (service: Service) => [...service.output().matchAll(LINK)];

/** The text of the set-up page, as this server shows it for a token. */
async function setupPage(service: Service, token: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${service.port}/setup?token=${token}`);
  expect(answer.status).toBe(200);
  return answer.text();
}
const FORM = /<input[^>]*name="password"/;
const USED = 'This set-up link has been used or is not valid.';

function usersOf(databaseFile: string): { email: string; role: string }[] {
  const file = new SqliteDatabase(databaseFile, { readonly: true });
  const users = file.prepare<[], { email: string; role: string }>('SELECT email, role FROM users').all();
  file.close();
  return users;
}

/** Everything that the service wrote beside its database, as one text. */
const written = (databaseFile: string) =>
  readdirSync(dirname(databaseFile))
    .map((name) => readFileSync(join(dirname(databaseFile), name), 'latin1'))
    .join('\n');

it('prints one set-up link while there is no user; it shows the form until there is one', async () => {
  const databaseFile = join(testFolder(), 'botmeter.db');
  const first = await testService({ databaseFile });
  const [[, port, token = ''] = [], ...more] = linksOf(first);
  expect([Number(port), more]).toEqual([first.port, []]);
  expect(first.output().match(/^\w.*$/gm)).toHaveLength(2);

  expect(await setupPage(first, token)).toMatch(FORM);
  for (const wrong of [
    '',
    'x',
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `${token}&token=x`,
  ]) {
    const page = await setupPage(first, wrong);
    expect(page).toContain(USED);
    expect(page).not.toMatch(FORM);
  }
  // Only its hash is kept.
  expect(written(databaseFile)).not.toContain(token);

  // A restart makes a link of its own; the one before stays good, for whoever has it open.
  await stopService(first);
  const second = await testService({ databaseFile });
  expect(linksOf(second)).toHaveLength(1);
  expect(await setupPage(second, token)).toMatch(FORM);

  await createOwner(databaseFile);
  expect(await setupPage(second, token)).toContain(USED);
  await stopService(second);
  const third = await testService({ databaseFile });
  expect(third.output()).not.toContain('/setup');
});

it('makes the admin of ADMIN_EMAIL and ADMIN_PASSWORD, prints no link and no password', async () => {
  const databaseFile = join(testFolder(), 'botmeter.db');
  const env = { ADMIN_EMAIL: 'Admin@Example.org', ADMIN_PASSWORD: 'a long enough passphrase' };
  const first = await testService({ databaseFile, env });
  expect(first.output()).not.toContain('/setup');
  expect(usersOf(databaseFile)).toEqual([{ email: 'admin@example.org', role: 'admin' }]);
  expect(first.output()).not.toContain(env.ADMIN_PASSWORD);
  expect(written(databaseFile)).not.toContain(env.ADMIN_PASSWORD);
  await stopService(first);

  // Once there is a user, these settings change no one and nothing.
  const second = await testService({ databaseFile, env: { ...env, ADMIN_EMAIL: 'other@example.org' } });
  expect(usersOf(databaseFile)).toEqual([{ email: 'admin@example.org', role: 'admin' }]);
  expect(second.output()).not.toContain('/setup');
});

it('creates the folder of the database, and keeps a secret beside it that only its user may read', async () => {
  const databaseFile = join(testFolder(), 'some', 'where', 'botmeter.db');
  const first = await testService({ databaseFile });
  const secretFile = join(dirname(databaseFile), 'auth-secret');
  const secret = readFileSync(secretFile, 'utf8').trim();
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  expect(first.output()).not.toContain(secret);
  await stopService(first);
  await testService({ databaseFile });
  expect(readFileSync(secretFile, 'utf8').trim()).toBe(secret);
});

it('names the public address in the set-up link', async () => {
  const service = await testService({
    databaseFile: join(testFolder(), 'botmeter.db'),
    env: { APP_URL: 'https://bots.example.org/' },
  });
  expect(service.output()).toMatch(/https:\/\/bots\.example\.org\/setup\?token=[\w-]{43}\n/);
  expect(linksOf(service)).toEqual([]);
});
