import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeAlerts } from '@/lib/data/account-row';
import { NO_ALERTS } from '@/lib/domain/bots/account';
import type { Bot } from '@/lib/domain/bots/bot';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLAN_NAMES } from '@/lib/domain/quota/plan';
import { decideSilence } from '@/lib/domain/silences/decide-silence';
import { signsAt } from '@/lib/services/bots/read';
import { receiveHeartbeat } from '@/lib/services/calls/calls';
import { routeEvents } from '@/lib/services/events/route';
import { findSilentBots } from '@/lib/services/silences/find';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { register, send } from '@/tests/support/data/fixtures';

const M = MINUTE_MS;
/** Several slices, and several pages of each. */
const SMALL = { slice: 4, suspects: 2, notify: 3 };
const { signal } = new AbortController();

/** Looks for silent bots on an instance so long after T0. */
async function lookAfter(ms: number, on: Parameters<typeof findSilentBots>[0] = ports): Promise<void> {
  await db.setClock(T0 + ms);
  await findSilentBots(on, signal, undefined, SMALL);
}

const serveFrom = (ms: number, untilMs = 9 * DAY_MS) =>
  db.run(`INSERT INTO serving_times (from_ms, until_ms) VALUES (${T0 + ms}, ${T0 + untilMs})`);

/** Registers bots and lets each report so long after T0. */
async function reportAfter(ms: number, ids: readonly string[], over: Partial<Bot> = {}) {
  for (const id of ids) await register(directory, { id, registeredAtMs: T0 - DAY_MS, ...over });
  await db.setClock(T0 + ms);
  for (const botId of ids) await send(store, { botId });
}
/** A bot whose last sign was about at the time after which some bot is silent, the hour of an outage included or not. */
const anyBot = fc
  .record({
    plan: fc.constantFrom(...PLAN_NAMES),
    silentAfterMs: fc.constantFrom(null, null, 5 * M, DAY_MS),
    change: fc.constantFrom({}, { enabledAtMs: T0 - 20 * M }, { planChangedAtMs: T0 - DAY_MS + M }),
    isDisabled: fc.constantFrom(false, false, false, true),
    pausedUntilMs: fc.constantFrom(null, null, T0 - DAY_MS, T0 - 5 * M, T0 + 1, T0 + 2 * DAY_MS),
    ageMs: fc.constantFrom(5 * M, 15 * M, 90 * M, DAY_MS),
    beyondMs: fc.constantFrom(-1, 0, HOUR_MS - 1, HOUR_MS),
    isHeartbeat: fc.boolean(),
    notified: fc.constantFrom('nothing', 'nothing', 'a drop', 'a silence', 'a former silence', 'a recovery'),
  })
  .map(
    ({ plan, silentAfterMs, change, isDisabled, pausedUntilMs, ageMs, beyondMs, isHeartbeat, notified }) => {
      // A silence that a report has ended is no longer in the alerts; a heartbeat is looked at for an hour.
      const isOver = notified === 'a former silence';
      const signAtMs = T0 - (isOver ? 5 * M : ageMs + beyondMs);
      const alerts = {
        ...NO_ALERTS,
        drop: notified === 'a drop' ? { before: 9, atMs: T0 } : null,
        silentSinceMs: notified === 'a silence' ? signAtMs : isOver ? signAtMs - M : null,
        recoveredAtMs: notified === 'a recovery' ? signAtMs - M : null,
      };
      const former = { formerIntervalMinutes: 30 };
      return {
        over: { plan, silentAfterMs, isDisabled, pausedUntilMs, ...change, ...former },
        signAtMs,
        isHeartbeat: isHeartbeat || isOver,
        alerts,
      };
    },
  );
const idsOf = (kind: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${kind}000000000000000${String(i).padStart(3, '0')}`);

/** The minutes after T0 at which each event came, to the second: a heartbeat comes some milliseconds after its look-up. */
const notified = async () =>
  (await db.rows('SELECT type, at_ms FROM events ORDER BY at_ms, bot_id')).map(
    (row) => `${row.type} ${Math.floor((Number(row.at_ms) - T0) / 1_000) / 60}`,
  );

async function heartbeat({ store }: Pick<typeof ports, 'store'>, keyHash: string): Promise<void> {
  const seen = await store.find({ keyHash });
  if (seen !== null) await receiveHeartbeat({ store }, { kind: 'key', botId: BOT_ID, keyHash }, seen);
}

onEachDatabase('a silence', () => {
  it('is notified once by instances that look at the same time, and its end with the report', async () => {
    await serveFrom(0);
    await lookAfter(0);
    await reportAfter(0, [BOT_ID]);
    await lookAfter(90 * M - 1);
    expect(await notified()).toEqual([]);
    const other = await connectAgain();
    const call: typeof store.call = async (...args) => {
      await lookAfter(92 * M, other);
      return store.call(...args);
    };
    await lookAfter(91 * M, { ...ports, store: { call } });
    await lookAfter(93 * M);
    expect(await notified()).toEqual(['bot.silent 92']);
    await db.setClock(T0 + 100 * M);
    await send(store, { botId: BOT_ID });
    await lookAfter(101 * M);
    expect(await notified()).toEqual(['bot.silent 92', 'bot.recovered 100']);
    const [, end] = await db.rows('SELECT data_json, period FROM events ORDER BY at_ms');
    expect(end).toMatchObject({ period: String(T0) });
    expect(JSON.parse(String(end?.data_json))).toMatchObject({ silentSeconds: 6_000 });
  });

  it('is notified once if the instance that tells it is killed', async () => {
    await serveFrom(0);
    await lookAfter(0);
    const ids = idsOf(1, 7);
    await reportAfter(0, ids);
    const killed = new AbortController();
    const call: typeof store.call = (...args) => {
      killed.abort();
      return store.call(...args);
    };
    await db.setClock(T0 + 90 * M);
    await findSilentBots({ ...ports, store: { call } }, killed.signal, undefined, SMALL);
    expect(await notified()).toHaveLength(SMALL.notify);
    const other = await connectAgain();
    await lookAfter(90 * M + 14_999, other);
    expect(await notified()).toHaveLength(SMALL.notify);
    await lookAfter(90 * M + 15_000, other);
    expect(await notified()).toHaveLength(ids.length);
  });

  it('ends with a heartbeat, once, on whichever instance it comes', async () => {
    await serveFrom(0);
    await lookAfter(0);
    const { botId, keyHash } = await register(directory);
    await send(store, { botId });
    const other = await connectAgain();
    await db.setClock(T0 + 89 * M);
    await heartbeat(other, keyHash);
    await lookAfter(90 * M);
    expect(await notified()).toEqual(['bot.silent 90']);
    await other.close();
    await lookAfter(91 * M);
    await lookAfter(91.5 * M);
    expect(await notified()).toEqual(['bot.silent 90', 'bot.recovered 91']);
    await lookAfter(600 * M);
    await db.setClock(T0 + 700 * M);
    await heartbeat(await connectAgain(), keyHash);
    await lookAfter(700.5 * M);
    expect((await notified()).slice(2)).toEqual(['bot.silent 600', 'bot.recovered 700']);
    // The heartbeat itself is not written yet.
    expect((await store.find({ botId }))?.account.alerts.silentSinceMs).toBeNull();
  });

  it('does not begin while the service is stopped for a day, and is notified once if it lasts', async () => {
    await serveFrom(0, HOUR_MS);
    await lookAfter(0);
    await reportAfter(0, [BOT_ID]);
    await serveFrom(DAY_MS);
    await lookAfter(DAY_MS);
    await lookAfter(DAY_MS + 30 * M - 1);
    expect(await notified()).toEqual([]);
    await lookAfter(DAY_MS + 31 * M);
    await lookAfter(DAY_MS + 300 * M);
    expect(await notified()).toEqual(['bot.silent 1471']);
  });

  it('that ends before messages about it are made is notified to nobody, and neither is its end', async () => {
    await serveFrom(0);
    await lookAfter(0);
    const [early = '', late = ''] = idsOf(1, 2);
    await reportAfter(0, [early, late]);
    await lookAfter(90 * M);
    for (const botId of [early, late]) {
      await send(store, { botId });
      await routeEvents(ports);
    }
    const routed = await db.rows('SELECT bot_id FROM events WHERE routed_at_ms > 0');
    expect(routed).toEqual([{ bot_id: late }, { bot_id: late }]);
  });

  it('is not notified again after a step of the clock', async () => {
    await serveFrom(0);
    await lookAfter(0);
    await reportAfter(0, [BOT_ID]);
    await lookAfter(90 * M);
    await lookAfter(10 * M);
    await lookAfter(100 * M);
    expect(await notified()).toEqual(['bot.silent 90']);
    await reportAfter(40 * M, []);
    await send(store, { botId: BOT_ID });
    await lookAfter(130 * M);
    await lookAfter(220 * M);
    expect((await notified()).toSorted()).toEqual(['bot.recovered 40', 'bot.silent 220', 'bot.silent 90']);
  });

  it('is found for every plan, own time, change, sign and noted event, with an outage of the service', async () => {
    await lookAfter(-9 * DAY_MS);
    await serveFrom(-9 * DAY_MS, -2 * HOUR_MS);
    await serveFrom(-HOUR_MS);
    const all = fc
      .sample(anyBot, { numRuns: 120, seed: 1 })
      .map((of, i) => ({ ...of, id: idsOf(1, 120)[i] }));
    for (const { id = '', over, signAtMs, isHeartbeat, alerts } of all) {
      await register(directory, { id, registeredAtMs: T0 - 20 * DAY_MS, ...over });
      const sign = isHeartbeat
        ? `last_heartbeat_at_ms = ${signAtMs}`
        : `last_report_at_ms = ${signAtMs}, server_count = 1, user_count = 1, shard_count = 1`;
      await db.run(`UPDATE bots SET ${sign}, alert_state = '${encodeAlerts(alerts)}' WHERE id = '${id}'`);
    }
    await db.setClock(T0);
    const expected = await directory.read(async (tables, nowMs) => {
      const signs = await signsAt(tables, nowMs);
      const { accounts } = await tables.bots.accountsAfter('', all.length);
      return accounts.flatMap((account) =>
        decideSilence(account, signs, nowMs).effects.map((effect) => ({
          type: effect.kind === 'event' && effect.event.type,
          bot_id: account.botId,
        })),
      );
    });
    await lookAfter(0);
    const found = await db.rows('SELECT type, bot_id FROM events ORDER BY bot_id');
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(20);
    expect(found.length).toBeLessThan(100);
  });

  it('is not notified if it had begun a day before the first search', async () => {
    await serveFrom(0);
    // With a clock that is ahead.
    await lookAfter(8 * DAY_MS);
    await reportAfter(0, idsOf(1, 1));
    await reportAfter(HOUR_MS, idsOf(2, 1));
    await lookAfter(DAY_MS + M);
    await lookAfter(3 * DAY_MS);
    expect(await notified()).toEqual(['bot.silent 1441']);
    await reportAfter(3 * DAY_MS, idsOf(3, 1));
    await lookAfter(4 * DAY_MS);
    expect(await notified()).toHaveLength(2);
  });

  it('of many bots at once is one notice to each admin, and messages wait', async () => {
    const admin = { role: 'admin', name: 'A', createdAtMs: T0, isDisabled: false } as const;
    await directory.write([], async ({ users }) => {
      await users.insert({ ...admin, id: 'a', email: 'a@example.org' }, null);
      await users.insert({ ...admin, id: 'b', email: 'b@example.org', isDisabled: true }, null);
    });
    await serveFrom(0);
    await lookAfter(0);
    await reportAfter(0, idsOf(1, 12));
    await reportAfter(30 * M, idsOf(2, 12));
    await reportAfter(59 * M, idsOf(3, 4));
    await Promise.all([lookAfter(90 * M), lookAfter(90 * M, await connectAgain())]);
    for (const minutes of [90.5, 120, 149]) await lookAfter(minutes * M);
    const waits = await db.rows(
      'SELECT at_ms, min(due_at_ms - at_ms) AS a, max(due_at_ms - at_ms) AS b, count(*) AS n FROM events GROUP BY at_ms ORDER BY at_ms',
    );
    expect(waits.map(({ a, b, n }) => [a, b, n].map(Number))).toEqual([
      [15 * M, 15 * M, 12],
      [15 * M, 15 * M, 12],
      [0, 0, 4],
    ]);
    const notices = await db.rows('SELECT user_id, kind, detail FROM notices');
    expect(notices).toEqual([{ user_id: 'a', kind: 'bots.outage', detail: '12 28' }]);
  });
});
