import { expect, it } from 'vitest';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { SERVING_KEPT_MS, SERVING_LEASE_MS } from '@/lib/domain/silences/silence';
import { renewLeaseJob } from '@/lib/jobs/list';
import { listOwnBots } from '@/lib/services/bots/list';
import { readBot, readBotHead } from '@/lib/services/bots/read';
import { T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { ALL_BOTS, insertSession, register, send, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const times = async () =>
  (await db.rows('SELECT from_ms, until_ms FROM serving_times ORDER BY from_ms')).map((row) => [
    Number(row.from_ms) - T0,
    Number(row.until_ms) - T0,
  ]);

async function renewAt(ms: number): Promise<void> {
  await db.setClock(T0 + ms);
  await renewLeaseJob.run(ports, new AbortController().signal);
}

onEachDatabase('after an outage of the service', () => {
  it('every page says that a bot is waited for, until it reports or its time is over', async () => {
    const { botId } = await register(directory);
    const owner = signedIn(`owner-of-${botId}`, 'owner');
    await insertSession(directory, owner);
    const states = async () => {
      const { bots } = await accepted(await listOwnBots(ports, owner, ALL_BOTS)).read();
      const { state } = await accepted(await readBot(ports, owner, botId, '24h')).read();
      return [bots[0]?.state, state, accepted(await readBotHead(ports, owner, botId)).state];
    };
    const all = (state: BotState) => [state, state, state];
    await renewAt(0);
    await send(ports.store, { botId });
    await renewAt(3 * HOUR_MS);
    expect(await states()).toEqual(all({ name: 'waiting', restartedAtMs: T0 + 3 * HOUR_MS }));
    await send(ports.store, { botId });
    expect(await states()).toEqual(all({ name: 'healthy' }));
  });
});

onEachDatabase('the lease', () => {
  it('extends the stretch while it has not ended, and then starts a new one', async () => {
    await renewAt(0);
    await renewAt(SERVING_LEASE_MS);
    expect(await times()).toEqual([[0, 2 * SERVING_LEASE_MS]]);
    await renewAt(2 * SERVING_LEASE_MS + 1);
    expect(await times()).toEqual([
      [0, 2 * SERVING_LEASE_MS],
      [2 * SERVING_LEASE_MS + 1, 3 * SERVING_LEASE_MS + 1],
    ]);
  });

  it('is never shortened by a clock step back', async () => {
    await renewAt(SERVING_LEASE_MS);
    await renewAt(0);
    expect(await times()).toEqual([[SERVING_LEASE_MS, 2 * SERVING_LEASE_MS]]);
  });

  it('of two instances that start at once is one stretch', async () => {
    const other = await connectAgain();
    const { signal } = new AbortController();
    await Promise.all([renewLeaseJob.run(ports, signal), renewLeaseJob.run(other, signal)]);
    expect(await times()).toHaveLength(1);
  });

  it('is forgotten once no bot’s silence can depend on it', async () => {
    await renewAt(0);
    await renewAt(SERVING_LEASE_MS + SERVING_KEPT_MS);
    expect(await times()).toHaveLength(2);
    await renewAt(SERVING_LEASE_MS + SERVING_KEPT_MS + 1);
    expect((await times())[0]).toEqual([
      SERVING_LEASE_MS + SERVING_KEPT_MS,
      2 * SERVING_LEASE_MS + SERVING_KEPT_MS + 1,
    ]);
  });
});
