import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { REFUSALS_KEPT_MS, REFUSALS_MAX } from '@/lib/domain/reports/refusal';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { pruneRefusals } from '@/lib/services/prune';
import { type NotedRefusals, type RefusedCall, recordRefusals } from '@/lib/services/refusals/record';
import { finishRemovals } from '@/lib/services/removals/finish';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const REQUEST_ID = '0f9a4e4c-7c1e-4a62-9d55-2f6cbb1f2d10';

/** A refused call of a live key at a time, or (`null`) of a key that is not live. */
const noted = (keyHash: string, atMs: number | null, over: Partial<RefusedCall> = {}): NotedRefusals => ({
  count: 1,
  firstAtMs: atMs,
  last: {
    of: { keyHash },
    operation: 'POST /api/v1/bots/stats',
    error: atMs === null ? 'invalid_key' : 'update_too_soon',
    message: 'Try again in 5 seconds.',
    requestId: REQUEST_ID,
    atMs,
    ...over,
  },
});

onEachDatabase('refusals', () => {
  const listed = (botId = BOT_ID, sinceMs = 0) =>
    directory.read(({ refusals }) => refusals.listOfBot(botId, sinceMs));
  const counts = async () => (await listed()).map(({ count }) => count);

  it('are stored with bot and key, the latest first, and continue their row until an hour passes', async () => {
    const { keyHash, keyId } = await register(directory);
    const later = T0 + HOUR_MS;
    await recordRefusals(ports, [{ ...noted(keyHash, T0 + 1), count: 3, firstAtMs: T0 }]);
    await recordRefusals(ports, [
      noted(keyHash, later, { message: 'Try again in 1 second.', requestId: 'chosen-by-client', sent: '{}' }),
      noted(keyHash, later + 1, { error: 'quota_exceeded' }),
    ]);
    await recordRefusals(ports, [noted(keyHash, later + HOUR_MS)]);
    const { of: _, atMs: __, ...call } = noted('', later).last;
    const row = { ...call, sent: '', count: 1, botId: BOT_ID, keyId, id: expect.any(String) };
    const rows = [
      { ...row, firstAtMs: later + HOUR_MS, lastAtMs: later + HOUR_MS },
      { ...row, error: 'quota_exceeded', firstAtMs: later + 1, lastAtMs: later + 1 },
      {
        ...row,
        message: 'Try again in 1 second.',
        sent: '{}',
        requestId: '',
        count: 4,
        firstAtMs: T0,
        lastAtMs: later,
      },
    ];
    expect(await listed()).toEqual(rows);
    expect(await listed(BOT_ID, later + 1)).toEqual(rows.slice(0, 2));
  });

  it('of a key that is not live get the time of the write; those of unknown keys and bots are dropped', async () => {
    const { keyHash } = await register(directory);
    await db.run(`UPDATE api_keys SET revoked_at_ms = ${T0}`);
    await db.setClock(T0 + 5_000);
    await recordRefusals(ports, [
      noted(keyHash, null),
      noted('unknown', null),
      noted('', T0, { of: { botId: OTHER_BOT_ID } }),
      noted('', T0, { of: { botId: BOT_ID } }),
    ]);
    expect(await listed(OTHER_BOT_ID)).toEqual([]);
    const [ended, ofDashboard] = await listed();
    expect(ended?.error).toBe('invalid_key');
    for (const atMs of [ended?.firstAtMs, ended?.lastAtMs]) {
      expect(Math.abs((atMs ?? 0) - T0 - 5_000)).toBeLessThan(1_000);
    }
    expect(ofDashboard).toMatchObject({ keyId: '', count: 1, firstAtMs: T0 });
  });

  it('that several instances record at once are one row with every call', async () => {
    const { keyHash } = await register(directory);
    const instances = [ports, await connectAgain(), await connectAgain()];
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        recordRefusals(instances[i % 3] ?? ports, [noted(keyHash, T0 + i)]),
      ),
    );
    expect(await counts()).toEqual([30]);
  });

  it('are limited to 400 rows for live keys and 100 for others; the oldest are dropped', async () => {
    expect(REFUSALS_MAX).toEqual({ live: 400, ended: 100 });
    const { keyHash } = await register(directory);
    // Numbers in messages make no difference between sequences.
    const messageOf = (i: number) => 'x'.repeat(i);
    const kinds = (count: number, fromMs: number, error: RefusedCall['error'], from = 0) =>
      Array.from({ length: count }, (_, i) =>
        noted(keyHash, fromMs + i, { error, message: messageOf(from + i) }),
      );
    await recordRefusals(ports, kinds(100, T0, 'invalid_key'));
    for (let part = 0; part < 4; part++) {
      await recordRefusals(ports, kinds(100, T0 + 1_000 + part * 100, 'invalid_body', part * 100));
    }
    expect(await counts()).toHaveLength(500);
    await recordRefusals(ports, [noted(keyHash, T0 + 9_000), ...kinds(101, T0 + 5_000, 'invalid_key')]);
    const rows = await listed();
    expect(rows).toHaveLength(500);
    expect(rows.at(-1)).toMatchObject({ message: messageOf(1), lastAtMs: T0 + 1_001 });
    expect(rows.filter(({ error }) => error === 'invalid_key').at(-1)?.lastAtMs).toBe(T0 + 5_001);
  });

  it('are deleted with their bot, and a new bot of its id has none', async () => {
    const { keyHash } = await register(directory);
    const other = await register(directory, { id: OTHER_BOT_ID });
    const calls = [noted(keyHash, T0), noted(other.keyHash, T0)];
    await Promise.all([recordRefusals(ports, calls), deleteBot(ports, OPERATOR, BOT_ID)]);
    await finishRemovals(ports);
    const owner = { userId: `owner-of-${BOT_ID}` };
    accepted(await createBot(ports, OPERATOR, { id: BOT_ID, name: 'Again', owner, plan: 'free' }));
    await recordRefusals(ports, calls);
    expect([(await listed()).length, (await listed(OTHER_BOT_ID)).length]).toEqual([0, 1]);
  });

  it('are deleted 7 days after their last call', async () => {
    const { keyHash } = await register(directory);
    await recordRefusals(ports, [{ ...noted(keyHash, T0), firstAtMs: T0 - HOUR_MS }]);
    const left = [];
    for (const byMs of [-1_000, 1_000]) {
      await db.setClock(T0 + REFUSALS_KEPT_MS + byMs);
      await Promise.all([pruneRefusals(ports), pruneRefusals(await connectAgain())]);
      left.push((await counts()).length);
    }
    expect(left).toEqual([1, 0]);
  });
});
