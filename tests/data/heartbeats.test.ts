import { afterEach, expect, it, vi } from 'vitest';
import { T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { read, register } from '@/tests/support/data/fixtures';

type Instance = Awaited<ReturnType<typeof connectAgain>>;

onEachDatabase('the time of the last heartbeat', () => {
  const stored = async () => (await db.rows('SELECT last_heartbeat_at_ms AS at FROM bots'))[0]?.at;
  const registered = async () => {
    const { botId, keyHash } = await register(directory, { registeredAtMs: T0 - 1 });
    return {
      of: async ({ store }: Instance) => (await store.find({ botId }))?.account.lastHeartbeatAtMs,
      async sendTo({ store }: Instance, atMs: number) {
        await db.setClock(atMs);
        const seen = await store.find({ keyHash });
        if (seen !== null) store.noteUse(seen, true);
      },
      readOn: ({ store }: Instance) => read(store, { keyHash }),
    };
  };

  it('is known to its instance at once, to others once it is written, and a call keeps it', async () => {
    const bot = await registered();
    const [one, other] = [await connectAgain(), await connectAgain()];
    await bot.sendTo(one, T0 + 5);
    expect([await bot.of(one), await bot.of(other), await stored()]).toEqual([T0 + 5, null, null]);
    const called = await bot.readOn(one);
    expect([called?.account.lastHeartbeatAtMs, await stored()]).toEqual([T0 + 5, null]);
    await one.close();
    expect([await bot.of(other), await stored()]).toEqual([T0 + 5, T0 + 5]);
    await bot.readOn(other);
    expect(await bot.of(other)).toBe(T0 + 5);
  });

  afterEach(() => void vi.useRealTimers());
  it('is known to later calls once it is written', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [bot, one] = [await registered(), await connectAgain()];
    await bot.readOn(one);
    await bot.sendTo(one, T0 + 5);
    vi.advanceTimersByTime(60_000);
    await expect.poll(stored).toBe(T0 + 5);
    expect((await bot.readOn(one))?.account.lastHeartbeatAtMs).toBe(T0 + 5);
  });

  it('is the latest of all instances, whichever writes last', async () => {
    const bot = await registered();
    const [early, late] = [await connectAgain(), await connectAgain()];
    await bot.sendTo(early, T0 + 1);
    await bot.sendTo(late, T0 + 9);
    await late.close();
    expect(await bot.of(early)).toBe(T0 + 9);
    await early.close();
    expect(await stored()).toBe(T0 + 9);
  });

  it('goes back with the clock, so that later heartbeats are not lost', async () => {
    const bot = await registered();
    const [before, after] = [await connectAgain(), await connectAgain()];
    await bot.sendTo(before, T0 + 90_000);
    await before.close();
    await bot.sendTo(after, T0);
    await after.close();
    expect(await stored()).toBe(T0);
  });
});
