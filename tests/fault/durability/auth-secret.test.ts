import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runsWell, underStrace } from '../../support/fault/commands';
import { settingsFor } from '../../support/process/database-url';
import { testFolder } from '../../support/process/test-resources';

/** Every command opens the database and creates the secret next to it if there is none. */
const COMMAND = ['user', 'list', '--json'];

function newPlace(root: string, name: string) {
  const folder = join(root, name);
  const database = join(folder, 'botmeter.db');
  return { folder, database, command: { args: COMMAND, env: settingsFor(database) } };
}

it('the secret is synced before it is renamed, its folder after that, and no kill in between prevents a start', {
  timeout: 300_000,
}, async () => {
  const root = testFolder();
  const first = newPlace(root, 'whole');
  const { calls, points } = await underStrace(first.command, []);
  const at = (what: RegExp) => calls.findIndex((call) => what.test(call));
  const named = at(/^(link|rename)\(.*\/auth-secret"\) = 0/);
  const synced = at(/^fsync\(\d+<[^>]*\/auth-secret\.[^>]+>\) = 0/);
  expect(synced, 'its sync').toBeGreaterThan(at(/^write\(\d+<[^>]*\/auth-secret\./));
  expect(named, 'its rename').toBeGreaterThan(synced);
  const after = calls.slice(named).findIndex((call) => /^fsync\(\d+<[^>]*\/whole>\) = 0/.test(call));
  expect(after, 'the sync of its folder').toBeGreaterThan(0);

  // Killed at each of the calls on the secret whose number does not differ from run to run.
  const touching = points.filter(
    ({ call, name }) => call.includes('/auth-secret') && ['fsync', 'link', 'unlink'].includes(name),
  );
  expect(touching).toHaveLength(3);
  for (const [i, { name, nth }] of touching.entries()) {
    const { folder, database, command } = newPlace(root, `killed-${i}`);
    expect(await underStrace(command, [], `${name}:signal=KILL:when=${nth}`)).toMatchObject({
      signal: 'SIGKILL',
    });
    for (let start = 0; start < 2; start++) await runsWell(database, ...COMMAND);
    expect(readFileSync(join(folder, 'auth-secret'), 'utf8')).toMatch(/^[\w-]{64}\n$/);
    expect(readdirSync(folder).sort()).toEqual(['auth-secret', 'botmeter.db']);
  }
});
