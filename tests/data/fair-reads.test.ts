import { expect, it } from 'vitest';
import type { Summary } from '@/lib/domain/history/summary';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import { isReadStopped } from '@/lib/ports/fair-reads';
import { NEVER_HUNG_UP } from '@/lib/ports/ports';
import { readActivity } from '@/lib/services/activity/read';
import { listOwnBots } from '@/lib/services/bots/list';
import { readBot } from '@/lib/services/bots/read';
import { listHistory } from '@/lib/services/bots/view-history';
import { readHistory } from '@/lib/services/calls/read-history';
import { BOT_ID } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { ALL_BOTS, register, signedIn } from '@/tests/support/data/fixtures';
import { recordCalls } from '@/tests/support/data/ports';
import { accepted } from '@/tests/support/result';

const NOW = Date.UTC(2026, 0, 19, 3, 20, 0, 123);
const READ = { fromMs: 0, unit: 'hour' } as const;
const POINTS = (points: readonly Summary[]) => points;
const isRead = (step: string) => /^history\.(series|page|gaps|valuesAt)$/.test(step);

/** A Business bot with a year of hours, which has used `used` calls. */
async function withYear(used = 0) {
  await db.setClock(NOW);
  const { keyHash } = await register(directory, {
    id: BOT_ID,
    plan: 'business',
    registeredAtMs: NOW - 360 * DAY_MS,
  });
  await db.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
     WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 8000)
     SELECT '${BOT_ID}', ${NOW} - CAST(i AS bigint) * 3600000, i, i, i, 1 FROM n`,
  );
  await db.run(`UPDATE bots SET cycle_index = 12, cycle_used = ${used} WHERE id = '${BOT_ID}'`);
  const snapshot = await ports.store.find({ keyHash });
  if (snapshot === null) throw new Error('There is no such bot.');
  return { ref: { keyHash }, snapshot };
}

onEachDatabase('reads of histories', () => {
  it('at once with one call left: one is served, and no other one reads', async () => {
    const call = await withYear(PLANS.business.callsPerCycle - 1);
    const { ports: recorded, steps } = recordCalls(ports);
    const called = await Promise.all(
      Array.from({ length: 24 }, () => readHistory(recorded, call, READ, POINTS)),
    );
    const results = called.map((one) => {
      if (one === null) return 'no key';
      return one.outcome.kind === 'served' ? 'served' : one.outcome.error;
    });
    const countOf = (result: string) => results.filter((one) => one === result).length;
    const { rejected } = (await ports.store.find(call.ref))?.account.days.at(-1) ?? { rejected: 0 };
    expect([countOf('served'), countOf('too_many_reads') + countOf('quota_exceeded'), rejected]).toEqual([
      1, 23, 23,
    ]);
    expect(countOf('too_many_reads')).toBeGreaterThan(0);
    // One for each 1 000 of the 8 640 hours that the bot has, and one for the gaps.
    expect(steps.filter(isRead)).toHaveLength(9 + 1);
  });

  it('look at the account again only after a wait', async () => {
    const call = await withYear();
    const { ports: recorded, steps } = recordCalls(ports);
    const looks = () => steps.filter((step) => step === 'store.find').length;
    await readHistory(recorded, call, READ, POINTS);
    expect(looks()).toBe(0);
    await Promise.all(Array.from({ length: 4 }, () => readHistory(recorded, call, READ, POINTS)));
    // Two of them wait with SQLite, one with PostgreSQL.
    expect([1, 2]).toContain(looks());
  });

  it('until the end of time run a statement for each 1 000 points until now, and one for the gaps', async () => {
    const call = await withYear();
    for (const [unit, statements] of [
      ['hour', 9 + 1],
      ['day', 1 + 1],
      ['report', 1 + 1],
    ] as const) {
      const { ports: recorded, steps } = recordCalls(ports);
      const span = { fromMs: NOW - 365 * DAY_MS, toMs: Date.UTC(9_999, 11, 31), unit };
      const called = await readHistory(recorded, call, span, POINTS);
      expect([unit, called?.outcome.kind, steps.filter(isRead).length]).toEqual([unit, 'served', statements]);
    }
  });

  it('whose client hangs up run no further statement and are not counted', async () => {
    const call = await withYear();
    const client = new AbortController();
    const { ports: recorded, steps } = recordCalls(ports);
    const hold = () => ({ signal: client.signal, end: () => {} });
    const read = readHistory(recorded, { ...call, hold }, READ, POINTS).catch(isReadStopped);
    while (!steps.some(isRead)) await new Promise(setImmediate);
    client.abort();
    expect(await read).toBe(true);
    // The second one was asked for and not begun, of ten.
    expect(steps.filter(isRead).length).toBeLessThanOrEqual(2);
    const after = await ports.store.find(call.ref);
    expect(after && quotaOf(after.account).used).toBe(0);
  });

  it('of pages wait in the same queue; a rendered page goes without its chart', async () => {
    await withYear();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const busy = Array.from({ length: 3 }, (_, i) =>
      directory.readHistory({ subject: `bot ${i}`, signal: new AbortController().signal }, () => ended),
    );
    const page = await accepted(await readBot(ports, OPERATOR, BOT_ID, '24h', { waitMaxMs: 1 })).read();
    expect([page.isBusy, page.series]).toEqual([true, []]);
    const who = signedIn(`owner-of-${BOT_ID}`, 'owner');
    const request = { range: '24h', order: 'newest', after: null, max: 10 } as const;
    const hold = NEVER_HUNG_UP;
    const reads = [
      () => listHistory(ports, who, BOT_ID, request, hold),
      async () => accepted(await listOwnBots(ports, who, ALL_BOTS, hold)).read(),
      () => readActivity(ports, who, BOT_ID, ALL_ACTIVITY, null, { hold }),
    ];
    const lists = Array.from({ length: 9 }, (_, i) =>
      Promise.resolve(reads[i % reads.length]?.()).then(
        () => null,
        ({ code }) => code,
      ),
    );
    // No place is free, so that 8 wait.
    expect(await Promise.race(lists)).toBe('too_many_reads');
    const other = { subject: 'another', signal: new AbortController().signal, waitMaxMs: 1 };
    await expect(directory.readHistory(other, async () => {})).rejects.toMatchObject({
      code: 'too_many_reads',
    });
    end();
    expect((await Promise.all(lists)).filter(Boolean)).toEqual(['too_many_reads']);
    await Promise.all(busy);
  });
});
