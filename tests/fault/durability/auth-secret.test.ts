import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { killPoints, underStrace } from '../../support/fault/trace-commands';
import { settingsFor } from '../../support/process/database-url';
import { openShell } from '../../unit/cli/run';

/** Any command opens the database, and makes the secret beside it when there is none. */
const COMMAND = ['user', 'list', '--json'];

function newPlace(root: string, name: string) {
  const folder = join(root, name);
  const secret = join(folder, 'auth-secret');
  return { secret, folder, command: { args: COMMAND, env: settingsFor(join(folder, 'botmeter.db')) } };
}

it('the secret is synced before it has its name, its folder after that, and a kill anywhere blocks no start', {
  timeout: 300_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), 'botmeter-auth-secret-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const first = newPlace(root, 'whole');
  const { calls } = await underStrace(first.command, []);
  const at = (what: RegExp) => calls.findIndex((call) => what.test(call));
  const named = at(/^(link|rename)\(.*\/auth-secret"\) = 0/);
  const synced = at(/^fsync\(\d+<[^>]*\/auth-secret\.[^>]+>\) = 0/);
  expect(synced, 'its sync').toBeGreaterThan(at(/^write\(\d+<[^>]*\/auth-secret\./));
  expect(named, 'where it gets its name').toBeGreaterThan(synced);
  const after = calls.slice(named).findIndex((call) => /^fsync\(\d+<[^>]*\/whole>\) = 0/.test(call));
  expect(after, 'the sync of its folder').toBeGreaterThan(0);

  // Killed as it makes each of the calls on the secret; how many writes there are before differs from run to run.
  const touching = killPoints(calls, calls.length * 2, () => 0).filter(
    ({ call, name }) => call.includes('/auth-secret') && ['fsync', 'link', 'unlink'].includes(name),
  );
  const places = new Map(touching.map((place) => [`${place.name} ${place.nth}`, place]));
  expect(places.size).toBe(3);
  for (const [i, { name, nth }] of [...places.values()].entries()) {
    const { secret, folder, command } = newPlace(root, `killed-${i}`);
    expect(await underStrace(command, [], `${name}:signal=KILL:when=${nth}`)).toMatchObject({
      signal: 'SIGKILL',
    });
    for (let start = 0; start < 2; start++) {
      expect(await openShell(command.env, true).botmeter(COMMAND)).toMatchObject({ status: 0, stderr: '' });
    }
    expect(readFileSync(secret, 'utf8')).toMatch(/^[\w-]{64}\n$/);
    expect(readdirSync(folder).sort()).toEqual(['auth-secret', 'botmeter.db']);
  }
});
