import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { botmeter, isRefused, runsWell, runsWellBeside } from '../../support/fault/commands';
import {
  acknowledgedBy,
  contentOf,
  missingFrom,
  reportsOf,
  seedDatabase,
} from '../../support/fault/database-contents';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { createDatabase } from '../../support/process/database-url';
import { Load } from '../../support/process/load';
import type { TestBot } from '../../support/process/operator';

const BACKUPS = size(2, 20);
const CONNECTIONS = 16;
/** A backup only reads, so commits never wait for it. */
const RESPONSE_MAX_MS = size(5_000, 2_000);

const folder = suiteFolder();

describe.each(['SQLite', 'PostgreSQL'] as const)('backup and restore of %s', (kind) => {
  let database: string;
  let on: Served;
  let bots: TestBot[];
  const emptyDatabase = async (name: string) =>
    kind === 'SQLite' ? join(folder, `${name}.db`) : createDatabase(inject('postgresUrl'));

  beforeAll(async () => {
    database = await emptyDatabase('live/botmeter');
    on = await serve(database);
    bots = await on.operator.bots(size(1_500, 3_000), 'business');
  });
  afterAll(() => on.stop());

  it(`${BACKUPS} backups under load each hold every report acknowledged before they began`, {
    timeout: 600_000,
  }, async () => {
    const load = new Load(bots, { pauseMs: size(40, 200) });
    const running = load.run(on.service.port, CONNECTIONS);
    let stored = 0;
    for (let i = 0; i < BACKUPS; i++) {
      const before = acknowledgedBy(load);
      const file = join(folder, `${kind}-${i}.backup`);
      await runsWellBeside(database, 'backup', file);
      const after = new Set(acknowledgedBy(load));

      const target = await emptyDatabase(`restored-${i}`);
      // In processes of their own too: in this one, the load would wait for them.
      await runsWellBeside(target, 'restore', file);
      // The counted calls add up by operation and by key.
      await runsWellBeside(target, 'check');
      const content = await contentOf(target);
      expect(content.integrity).toBe('ok');
      const reports = reportsOf(content);
      expect(new Set(reports).size).toBe(reports.length);
      expect(missingFrom(content, before)).toEqual([]);
      // It may hold reports that were in flight, at most one per connection.
      const unknown = reports.filter((one) => !after.has(one));
      expect(unknown.length).toBeLessThanOrEqual(CONNECTIONS);
      const total = content.bots.reduce((sum, bot) => sum + bot.reports_total, 0);
      expect(total).toBe(reports.length);
      for (const bot of content.bots) expect(bot.cycle_used).toBeGreaterThanOrEqual(bot.reports_total);
      stored += reports.length;
      rmSync(file);
    }
    const { status, stdout } = await botmeter(database, 'check', '--json');
    expect([status, JSON.parse(stdout)]).toEqual([0, { ok: true, faults: [] }]);
    load.stop();
    await running;
    expect(stored).toBeGreaterThan(0);
    expect(load.unexpected).toEqual([]);
    expect(load.slowestResponseMs).toBeLessThan(RESPONSE_MAX_MS);
    figure(
      'Backup',
      `${BACKUPS} backups of ${kind} under load`,
      `0 of ${acknowledgedBy(load).length} acknowledged reports missing, each restored without a fault; slowest response meanwhile ${load.slowestResponseMs.toFixed(0)} ms`,
    );
  });

  it('a backup never replaces a file, and a restore changes no database that is in use or has data', async () => {
    const file = join(folder, `${kind}-once.backup`);
    await runsWell(database, 'backup', file);
    const bytes = readFileSync(file);
    await isRefused('exists', database, 'backup', file);
    expect(readFileSync(file).equals(bytes)).toBe(true);

    await isRefused('', database, 'restore', file);
    await isRefused('', database, 'restore', file, '--force');
    const filled = await emptyDatabase('filled');
    await runsWell(filled, 'restore', file);
    const before = await contentOf(filled);
    await isRefused('', filled, 'restore', file);
    expect(await contentOf(filled)).toEqual(before);
  });

  it('a restore refuses an invalid backup and creates no database', async () => {
    const whole = join(folder, `${kind}-whole.backup`);
    await runsWell(database, 'backup', whole);
    const bytes = readFileSync(whole);
    const invalid = join(folder, `${kind}-invalid.backup`);
    for (const [what, content] of [
      ['truncated', bytes.subarray(0, Math.floor(bytes.length / 2))],
      ['a page of zeros', Buffer.from(bytes).fill(0, 5 * 4_096, 6 * 4_096)],
      ['text', Buffer.from('Remember the milk.\n')],
      ['empty', Buffer.alloc(0)],
    ] as const) {
      writeFileSync(invalid, content);
      const target = await emptyDatabase(`never-${what}`);
      await isRefused('', target, 'restore', invalid);
      if (kind === 'SQLite') expect(existsSync(target)).toBe(false);
    }
  });
});

it('a backup moves a database to the other kind and back without a change', async () => {
  const first = await seedDatabase(join(folder, 'round.db'), 200);
  const second = await createDatabase(inject('postgresUrl'));
  const third = join(folder, 'round-again.db');
  const [there, back] = [join(folder, 'there.backup'), join(folder, 'back.backup')];
  await runsWell(first, 'backup', there);
  await runsWell(second, 'restore', there);
  await runsWell(second, 'backup', back);
  await runsWell(third, 'restore', back);
  expect(await contentOf(third)).toEqual(await contentOf(first));
});

/** What a copy writes, and when it is refused, is in killed-copy.test.ts. */
it('copy --to is refused for a target that cannot be reached, without its password', async () => {
  const source = join(folder, 'round.db');
  const { status, stderr } = await botmeter(source, 'copy', '--to', 'postgres://x:hunter2@127.0.0.1:1/x');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^[^\n]*cannot be used[^\n]*\n$/),
  });
  expect(stderr).not.toContain('hunter2');
});
