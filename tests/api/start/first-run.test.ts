import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { inspect } from '../../support/data/sqlite-files';
import { createOwner, promoteOwner } from '../../support/process/operator';
import { logLines, type Service, stopService } from '../../support/process/service';
import {
  expectPrivate,
  testDatabaseFile,
  testFolder,
  testService,
} from '../../support/process/test-resources';
import { runDirectly } from '../../unit/cli/run';

const WITH_OPEN_UMASK = ['sh', '-c', 'umask 0; exec "$@"', 'sh'];
const LINK = /http:\/\/localhost:(\d+)\/setup\?token=([\w-]{43})/g;
const linksOf = (service: Service) => [...service.output().matchAll(LINK)];

/** The text of the set-up page for a token. */
async function setupPage(service: Service, token: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${service.port}/setup?token=${token}`);
  expect(response.status).toBe(200);
  return response.text();
}
const FORM = /<input[^>]*name="password"/;
const NOT_VALID = 'This set-up link is not valid.';
const HAS_ADMIN = 'There is an admin already';

const usersOf = (databaseFile: string) =>
  inspect(databaseFile, (database) => database.prepare('SELECT email, role FROM users').all());

/** All files next to the database, as one text. */
const written = (databaseFile: string) =>
  readdirSync(dirname(databaseFile))
    .map((name) => readFileSync(join(dirname(databaseFile), name), 'latin1'))
    .join('\n');

it('prints one set-up link while there is no admin; it shows the form until there is one, also after an owner', async () => {
  const databaseFile = testDatabaseFile();
  const first = await testService({ databaseFile });
  const [[, port, token = ''] = [], ...more] = linksOf(first);
  expect([Number(port), more]).toEqual([first.port, []]);
  // Next prints its own line, which begins with a symbol.
  expect(logLines(first).flatMap(({ msg }) => /^\w.*/.exec(String(msg)) ?? [])).toEqual([
    `Create the first admin at http://localhost:${first.port}/setup?token=${token}`,
    `Botmeter listens on http://localhost:${first.port}`,
  ]);

  expect(await setupPage(first, token)).toMatch(FORM);
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of ['', 'x', changed, `${token}&token=x`]) {
    const page = await setupPage(first, wrong);
    expect(page).toContain(NOT_VALID);
    expect(page).not.toMatch(FORM);
  }
  // Only the hash is stored.
  expect(written(databaseFile)).not.toContain(token);

  // A restart creates a new link and invalidates the previous one.
  await stopService(first);
  const second = await testService({ databaseFile });
  const [[, , newer = ''] = [], ...others] = linksOf(second);
  expect(others).toEqual([]);
  expect(await setupPage(second, token)).toContain(NOT_VALID);
  expect(await setupPage(second, newer)).toMatch(FORM);

  // In the order of many first steps: an owner first. The link still makes the admin.
  await createOwner(databaseFile);
  expect(await setupPage(second, newer)).toMatch(FORM);
  await stopService(second);
  const third = await testService({ databaseFile });
  const [[, , newest = ''] = []] = linksOf(third);
  expect(await setupPage(third, newest)).toMatch(FORM);
  await promoteOwner(databaseFile);
  expect(await setupPage(third, newest)).toContain(HAS_ADMIN);
  await stopService(third);
  const fourth = await testService({ databaseFile });
  expect(fourth.output()).not.toContain('/setup');
});

it('says on the public pages that it is not set up, until there is an admin; the command prints a link that works', async () => {
  const databaseFile = testDatabaseFile();
  const service = await testService({ databaseFile });
  const textOf = async (path: string) => (await fetch(`http://127.0.0.1:${service.port}${path}`)).text();
  for (const path of ['/', '/login']) {
    const html = await textOf(path);
    expect(html).toContain('Not set up yet');
    expect(html).toContain('npm run -s botmeter -- setup-link');
  }
  const printed = await runDirectly({ DATABASE_URL: `file:${databaseFile}`, PORT: `${service.port}` }, [
    'setup-link',
  ]);
  const [, , token = ''] = [...printed.stdout.matchAll(LINK)][0] ?? [];
  expect(await setupPage(service, token)).toMatch(FORM);
  const [[, , earlier = ''] = []] = linksOf(service);
  expect(await setupPage(service, earlier)).toContain(NOT_VALID);

  await createOwner(databaseFile);
  // Owners can sign in meanwhile.
  expect(await textOf('/login')).toMatch(FORM);
  await promoteOwner(databaseFile);
  for (const path of ['/', '/login']) expect(await textOf(path)).not.toContain('Not set up yet');
  expect(await textOf('/login')).toMatch(FORM);
});

it('creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD, prints no link and no password', async () => {
  const databaseFile = testDatabaseFile();
  const env = { ADMIN_EMAIL: 'Admin@Example.org', ADMIN_PASSWORD: 'a long enough passphrase' };
  const first = await testService({ databaseFile, env });
  expect(first.output()).not.toContain('/setup');
  expect(usersOf(databaseFile)).toEqual([{ email: 'admin@example.org', role: 'admin' }]);
  expect(first.output()).not.toContain(env.ADMIN_PASSWORD);
  expect(written(databaseFile)).not.toContain(env.ADMIN_PASSWORD);
  await stopService(first);

  // Once there is an admin, these settings have no effect.
  const second = await testService({ databaseFile, env: { ...env, ADMIN_EMAIL: 'other@example.org' } });
  expect(usersOf(databaseFile)).toEqual([{ email: 'admin@example.org', role: 'admin' }]);
  expect(second.output()).not.toContain('/setup');
});

it('creates the folder of the database, and each of its files for its owner alone, whatever the umask', async () => {
  const databaseFile = join(testFolder(), 'some', 'where', 'botmeter.db');
  const first = await testService({ databaseFile, under: WITH_OPEN_UMASK });
  const secretFile = join(dirname(databaseFile), 'auth-secret');
  const secret = readFileSync(secretFile, 'utf8').trim();
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(readdirSync(dirname(databaseFile))).toContain('botmeter.db-wal');
  expectPrivate(dirname(databaseFile));
  expect(first.output()).not.toContain(secret);
  await stopService(first);
  await testService({ databaseFile });
  expect(readFileSync(secretFile, 'utf8').trim()).toBe(secret);
});

it('makes existing files private, whatever the umask', async () => {
  const folder = testFolder();
  const databaseFile = join(folder, 'botmeter.db');
  // As an earlier version created it under the usual umask, with the side files that a killed process leaves.
  await stopService(await testService({ databaseFile }), 'SIGKILL');
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  await testService({ databaseFile, under: WITH_OPEN_UMASK });
  await createOwner(databaseFile);
  expect(readdirSync(folder)).toEqual(['auth-secret', 'botmeter.db', 'botmeter.db-shm', 'botmeter.db-wal']);
  expectPrivate(folder);
});

it('names the public address in the set-up link', async () => {
  const service = await testService({
    databaseFile: testDatabaseFile(),
    env: { APP_URL: 'https://bots.example.org/' },
  });
  expect(service.output()).toMatch(/https:\/\/bots\.example\.org\/setup\?token=[\w-]{43}"\}\n/);
  expect(linksOf(service)).toEqual([]);
});
