import { expect, it } from 'vitest';
import { BOT_ID, intervalMs, T0 } from '@/tests/support/data/accounts';
import { db, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { insertRegistered, type Registered, register, send } from '@/tests/support/data/fixtures';
import { instanceOn } from '@/tests/support/data/held-instance';

const DUE = T0 + intervalMs('business');

onEachDatabase('a report that is a little early', () => {
  it('with twice as many bots as places holds up nobody: the rest are refused at once, and others are served', async () => {
    const places = 300;
    const bot = await register(ports.directory, { plan: 'business' });
    await send(ports.store, { botId: BOT_ID });
    await db.setClock(DUE - 500);
    const bots = await ports.directory.write([], async (tables) => {
      const made: Registered[] = [];
      for (let i = 0; i < 2 * places; i++) {
        const ids = { id: String(2n ** 60n + BigInt(i)), ownerId: `owner-of-${BOT_ID}` };
        made.push(await insertRegistered(tables, { ...ids, plan: 'business' }));
      }
      return made;
    });
    await db.run(`UPDATE bots SET last_report_at_ms = ${T0}, server_count = 1, user_count = 1, shard_count = 1
      WHERE id <> '${BOT_ID}'`);
    const { report, waits, holds } = instanceOn(ports, undefined, places);
    let refused = 0;
    const all: Promise<unknown>[] = [];
    // As many at once as a small pool of database connections serves before their time-out.
    const wave = 100;
    for (let sent = wave; sent <= bots.length; sent += wave) {
      for (const one of bots.slice(sent - wave, sent)) {
        const error = report(one).then((reported) => {
          if (reported.error === 'update_too_soon' && reported.retryAfter === '1') refused++;
          return reported.error;
        });
        all.push(error);
      }
      await expect.poll(() => waits.length + refused, { timeout: 20_000 }).toBe(sent);
    }
    expect([waits.length, refused]).toEqual([places, bots.length - places]);
    await db.setClock(DUE);
    expect(await report(bot)).toMatchObject({ status: 200 });
    for (const [i, { end }] of waits.entries()) {
      end();
      if ((i + 1) % wave === 0) await Promise.all(all.slice(i + 1 - wave, i + 1));
    }
    expect((await Promise.all(all)).filter((error) => error === null)).toHaveLength(places);
    expect(holds.count()).toBe(0);
  }, 120_000);
});
