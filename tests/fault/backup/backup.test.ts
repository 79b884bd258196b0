import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { acknowledgedBy, contentOf, missingFrom, reportsOf } from '../../support/fault/database-contents';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { Load } from '../../support/process/load';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { type Service, startService, stopService } from '../../support/process/service';
import { openShell } from '../../unit/cli/run';

const BACKUPS = size(3, 20);
const CONNECTIONS = 16;
/** A commit waits for nobody: a backup only reads. */
const ANSWERED_WITHIN_MS = 2_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
const folder = mkdtempSync(join(tmpdir(), 'botmeter-backup-'));
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('backup and restore of %s', (kind) => {
  let database: string;
  let service: Service;
  let bots: TestBot[];
  let botmeter: ReturnType<typeof openShell>['botmeter'];
  const on = (other: string) => openShell(settingsFor(other), true).botmeter;
  const emptyOne = async (name: string) =>
    kind === 'SQLite' ? join(folder, `${name}.db`) : createDatabase(postgres.url);

  beforeAll(async () => {
    database = kind === 'SQLite' ? join(folder, 'live', 'botmeter.db') : await createDatabase(postgres.url);
    service = await startService(kind === 'SQLite' ? { databaseFile: database } : { databaseUrl: database });
    await createOwner(database);
    const operator = new Operator(database);
    bots = await operator.bots(3_000, 'business');
    await operator.close();
    botmeter = on(database);
  });
  afterAll(() => stopService(service));

  it(`${BACKUPS} backups under load each hold every report acknowledged before they began`, {
    timeout: 600_000,
  }, async () => {
    const load = new Load(bots, { pauseMs: size(40, 200) });
    const running = load.run(service.port, CONNECTIONS);
    let held = 0;
    for (let i = 0; i < BACKUPS; i++) {
      const before = acknowledgedBy(load);
      const file = join(folder, `${kind}-${i}.backup`);
      const taken = await botmeter(['backup', file]);
      expect(taken).toMatchObject({ status: 0, stderr: '' });
      const after = new Set(acknowledgedBy(load));

      const target = await emptyOne(`restored-${i}`);
      expect(await on(target)(['restore', file])).toMatchObject({ status: 0, stderr: '' });
      const content = await contentOf(target);
      expect(content.integrity).toBe('ok');
      const there = reportsOf(content);
      expect(new Set(there).size).toBe(there.length);
      expect(missingFrom(content, before)).toEqual([]);
      // What was acknowledged only later may be in it; what nobody sent may not.
      const unknown = there.filter((one) => !after.has(one));
      expect(unknown.length).toBeLessThanOrEqual(CONNECTIONS);
      const total = content.bots.reduce((sum, bot) => sum + bot.reports_total, 0);
      expect(total).toBe(there.length);
      for (const bot of content.bots) expect(bot.cycle_used).toBeGreaterThanOrEqual(bot.reports_total);
      held += there.length;
      rmSync(file);
    }
    load.stop();
    await running;
    expect(held).toBeGreaterThan(0);
    expect(load.unexpected).toEqual([]);
    expect(load.slowestResponseMs).toBeLessThan(ANSWERED_WITHIN_MS);
    figure(
      'Backup',
      `${BACKUPS} backups of ${kind} under load`,
      `0 of ${acknowledgedBy(load).length} acknowledged reports missing, each restored clean; slowest answer meanwhile ${load.slowestResponseMs.toFixed(0)} ms`,
    );
  });

  it('a backup holds keys as hashes only, is for its owner’s eyes, and never replaces a file', async () => {
    const file = join(folder, `${kind}-once.backup`);
    expect(await botmeter(['backup', file])).toMatchObject({ status: 0 });
    const bytes = readFileSync(file);
    for (const { key } of bots.slice(0, 50)) {
      expect(bytes.includes(key)).toBe(false);
      expect(bytes.includes(key.slice(4))).toBe(false);
    }
    expect(statSync(file).mode & 0o077).toBe(0);
    const again = await botmeter(['backup', file]);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toMatch(/^[^\n]+exists[^\n]+\n$/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('a restore into a database that is in use or has data is refused with one line, and changes nothing', async () => {
    const file = join(folder, `${kind}-refused.backup`);
    expect(await botmeter(['backup', file])).toMatchObject({ status: 0 });
    for (const args of [
      ['restore', file],
      ['restore', file, '--force'],
    ]) {
      const { status, stderr } = await botmeter(args);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^[^\n]+\n$/);
    }
    const filled = await emptyOne('filled');
    expect(await on(filled)(['restore', file])).toMatchObject({ status: 0 });
    const before = await contentOf(filled);
    expect(await on(filled)(['restore', file])).toMatchObject({ status: 1 });
    expect(await contentOf(filled)).toEqual(before);
  });

  it('a file that is no sound backup is refused, and the target stays as it was', async () => {
    const whole = join(folder, `${kind}-whole.backup`);
    expect(await botmeter(['backup', whole])).toMatchObject({ status: 0 });
    const bytes = readFileSync(whole);
    const damaged = join(folder, `${kind}-damaged.backup`);
    for (const [what, content] of [
      ['cut off', bytes.subarray(0, Math.floor(bytes.length / 2))],
      ['a page of zeros', Buffer.from(bytes).fill(0, 5 * 4_096, 6 * 4_096)],
      ['text', Buffer.from('Remember the milk.\n')],
      ['empty', Buffer.alloc(0)],
    ] as const) {
      writeFileSync(damaged, content);
      const target = await emptyOne(`never-${what}`);
      const { status, stderr } = await on(target)(['restore', damaged]);
      expect({ what, status }).toEqual({ what, status: 1 });
      expect(stderr).toMatch(/^[^\n]+\n$/);
      if (kind === 'SQLite') expect(existsSync(target)).toBe(false);
    }
  });

  it('check finds the database sound while it is served', async () => {
    const { status, stdout } = await botmeter(['check', '--json']);
    expect([status, JSON.parse(stdout)]).toEqual([0, { ok: true, faults: [] }]);
  });
});

it('a backup goes from one kind of database to the other and back without a change', async () => {
  const first = join(folder, 'round.db');
  await createOwner(first);
  const operator = new Operator(first);
  await operator.bots(200, 'free');
  await operator.close();
  const second = await createDatabase(postgres.url);
  const third = join(folder, 'round-again.db');
  const shell = (database: string) => openShell(settingsFor(database), true).botmeter;
  const [there, back] = [join(folder, 'there.backup'), join(folder, 'back.backup')];
  expect(await shell(first)(['backup', there])).toMatchObject({ status: 0 });
  expect(await shell(second)(['restore', there])).toMatchObject({ status: 0 });
  expect(await shell(second)(['backup', back])).toMatchObject({ status: 0 });
  expect(await shell(third)(['restore', back])).toMatchObject({ status: 0 });
  expect(await contentOf(third)).toEqual(await contentOf(first));
});

it('copy --to moves everything, and refuses a target that has data or cannot be reached', async () => {
  const source = join(folder, 'round.db');
  const { botmeter } = openShell(settingsFor(source), true);
  const target = await createDatabase(postgres.url);
  const moved = await botmeter(['copy', '--to', target]);
  expect(moved).toMatchObject({ status: 0, stderr: '' });
  const [before, after] = [await contentOf(source), await contentOf(target)];
  const sorted = (rows: readonly { id: string }[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(sorted(after.bots)).toEqual(sorted(before.bots));
  expect(after.keys).toEqual(before.keys);

  const again = await botmeter(['copy', '--to', target]);
  expect([again.status, again.stderr]).toEqual([1, expect.stringMatching(/^[^\n]*not empty[^\n]*\n$/)]);
  const nowhere = await botmeter(['copy', '--to', 'postgres://x:hunter2@127.0.0.1:1/x']);
  expect([nowhere.status, nowhere.stderr]).toEqual([
    1,
    expect.stringMatching(/^[^\n]*cannot be used[^\n]*\n$/),
  ]);
  expect(nowhere.stderr).not.toContain('hunter2');
});
