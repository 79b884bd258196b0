import { expect, it } from 'vitest';
import { hourOf } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { foldAll, foldDue } from '@/lib/services/history/fold';
import { pruneHistory } from '@/lib/services/history/prune';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { register, send } from '@/tests/support/data/fixtures';

const WEEK_AGO = hourOf(T0 - 7 * DAY_MS);

/** Adds `hours` hours of reports, one a minute, that end where folding ends. */
async function addHours(hours: number, botId = BOT_ID): Promise<void> {
  await db.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
     WITH RECURSIVE minute (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM minute WHERE i < ${hours * 60})
     SELECT '${botId}', ${WEEK_AGO} - i * ${MINUTE_MS}, ${hours * 60} - i, i % 7, i % 11, 1 FROM minute`,
  );
  await db.run(`UPDATE bots SET history_due_at_ms = 0 WHERE id = '${botId}'`);
}

const kept = async (botId = BOT_ID) => {
  const [row] = await db.rows(
    `SELECT (SELECT count(*) FROM reports WHERE bot_id = '${botId}') AS reports,
       (SELECT count(*) FROM report_hours WHERE bot_id = '${botId}') AS hours,
       (SELECT coalesce(sum(reports), 0) FROM report_hours WHERE bot_id = '${botId}') AS folded`,
  );
  return [Number(row?.reports), Number(row?.hours), Number(row?.folded)];
};
const startFolding = (fromMs: number) => directory.write([], ({ folding }) => folding.start(fromMs));

onEachDatabase('folding', () => {
  it('keeps of each hour that has ended the first, last, lowest and highest counts of all its reports (I9)', async () => {
    await register(directory, { plan: 'business' });
    const hourMs = WEEK_AGO - HOUR_MS;
    const counts = [
      [5, 50],
      [9, 20],
      [1, 90],
      [4, 40],
    ].map(([servers, users], i) => [hourMs + (i + 1) * MINUTE_MS, i + 1, servers, users, i + 1]);
    // A week old, but of an hour that is not.
    const young = [WEEK_AGO + 10 * MINUTE_MS, 5, 7, 7, 7];
    const rows = [...counts, young].map((row) => `('${BOT_ID}', ${row})`);
    await db.run(`INSERT INTO reports VALUES ${rows}`);
    await startFolding(T0);
    await db.setClock(T0 + 30 * MINUTE_MS);
    await foldAll(ports);
    const [hour, ...others] = await db.rows(
      `SELECT hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms, server_first, server_last, server_min,
         server_max, shard_last, user_first, user_last, user_min, user_max FROM report_hours`,
    );
    const times = [hourMs, 4, MINUTE_MS, 4 * MINUTE_MS, MINUTE_MS];
    expect([Object.values(hour ?? {}).map(Number), others]).toEqual([
      [...times, ...[5, 4, 1, 9], 4, ...[50, 40, 20, 90]],
      [],
    ]);
    expect(await kept()).toEqual([1, 1, 4]);
  });

  it('waits until six hours are old, then folds all that are: neither reports nor other bots are touched', async () => {
    await register(directory, { plan: 'premium' });
    await register(directory, { id: OTHER_BOT_ID, plan: 'premium' });
    await addHours(20);
    await addHours(20, OTHER_BOT_ID);
    await db.run(`UPDATE bots SET history_due_at_ms = ${T0 + 1} WHERE id = '${OTHER_BOT_ID}'`);
    await startFolding(T0);
    await send(store, { botId: BOT_ID });
    expect(await kept()).toEqual([1_201, 0, 0]);
    await foldDue(ports);
    expect([await kept(), await kept(OTHER_BOT_ID)]).toEqual([
      [1, 20, 1_200],
      [1_200, 0, 0],
    ]);
    const dueAtMs = hourOf(T0) + 6 * HOUR_MS + 7 * DAY_MS;
    const [bot] = await db.rows(`SELECT history_due_at_ms AS due FROM bots WHERE id = '${BOT_ID}'`);
    expect(bot?.due).toBe(dueAtMs);
    const seen = [];
    for (const nowMs of [dueAtMs - 1, dueAtMs]) {
      await db.setClock(nowMs);
      await foldDue(ports);
      seen.push(await kept());
    }
    expect(seen).toEqual([
      [1, 20, 1_200],
      [0, 21, 1_201],
    ]);
  });

  it('finds reports of a clock that was set back since, and ends', async () => {
    await register(directory, { plan: 'premium' });
    await startFolding(T0 - 300 * DAY_MS);
    await db.setClock(T0 - 100 * DAY_MS);
    const rows = [T0, T0 - 100 * DAY_MS].map((atMs) => `('${BOT_ID}', ${atMs}, ${atMs % 9}, 1, 1, 1)`);
    await db.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${rows}`,
    );
    await foldDue(ports);
    await db.setClock(T0 - 90 * DAY_MS);
    await foldDue(ports);
    expect(await kept()).toEqual([1, 1, 1]);
  });

  it('starts when the migration said, not before, and can be started earlier', async () => {
    await register(directory, { plan: 'premium' });
    await addHours(3);
    await startFolding(T0 + 10 * MINUTE_MS);
    await send(store, { botId: BOT_ID });
    await foldDue(ports);
    expect(await kept()).toEqual([181, 0, 0]);
    expect(await foldAll(ports)).toEqual({
      before: { reports: 181, hours: 0 },
      after: { reports: 1, hours: 3 },
    });
  });

  it('folds what silent bots have, and deletes what a plan of 7 days does not keep', async () => {
    await register(directory, { plan: 'business' });
    await register(directory, { id: OTHER_BOT_ID });
    await addHours(40);
    await addHours(1, OTHER_BOT_ID);
    await startFolding(T0);
    await foldDue(ports);
    expect(await kept()).toEqual([0, 40, 2_400]);
    expect(await kept(OTHER_BOT_ID)).toEqual([0, 0, 0]);
  });

  it('deletes what the plan no longer keeps, instead of folding it', async () => {
    await register(directory, { plan: 'premium' });
    await addHours(3);
    await startFolding(T0);
    await db.setClock(T0 + 90 * DAY_MS);
    await foldDue(ports);
    expect(await kept()).toEqual([0, 0, 0]);
  });

  it('of several bots goes by turns, and stops when its signal aborts', async () => {
    for (const id of [BOT_ID, OTHER_BOT_ID]) {
      await register(directory, { id, plan: 'business' });
      await addHours(12, id);
    }
    await startFolding(T0);
    const stop = new AbortController();
    let transactions = 0;
    const pause = async () => {
      if (++transactions === 3) stop.abort();
    };
    await foldDue(ports, { signal: stop.signal, pause });
    expect([await kept(), await kept(OTHER_BOT_ID)]).toEqual([
      [0, 12, 720],
      [360, 6, 360],
    ]);
  });

  it('by two commands at once folds each report once', async () => {
    await register(directory, { plan: 'business' });
    await addHours(100);
    await startFolding(T0);
    const second = await connectAgain();
    await Promise.all([foldAll(ports), foldAll(second), send(store, { botId: BOT_ID })]);
    expect(await kept()).toEqual([1, 100, 6_000]);
  });

  it('is done by one instance at a time, until that has shown no sign for 20 seconds', async () => {
    await register(directory, { plan: 'business' });
    await addHours(12);
    await startFolding(T0);
    const second = await connectAgain();
    const seen: unknown[] = [];
    /** Stops the first instance as if it was killed after its first transaction. */
    const killed = foldDue(ports, {
      pause: async () => {
        for (const afterMs of [0, 19_999, 20_000]) {
          await db.setClock(T0 + afterMs);
          await foldDue(second);
          seen.push(await kept());
        }
        throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect(seen).toEqual([
      [360, 6, 360],
      [360, 6, 360],
      [0, 12, 720],
    ]);
  });

  it('is left to a command within 5 seconds', async () => {
    await register(directory, { plan: 'business' });
    await addHours(40);
    await startFolding(T0);
    const second = await connectAgain();
    let transactions = 0;
    let command: Promise<void> | undefined;
    let goOn = () => {};
    const isAlone = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const pause = async () => {
      await db.setClock(T0 + ++transactions * 2_000);
      if (transactions > 1) return;
      await new Promise<void>((resolve) => {
        const waiting = async () => {
          resolve();
          await isAlone;
        };
        command = foldDue(second, { takesOver: true, pause: waiting });
      });
    };
    await foldDue(ports, { pause });
    expect([transactions, await kept()]).toEqual([4, [600, 30, 1_800]]);
    goOn();
    await command;
    expect(await kept()).toEqual([0, 40, 2_400]);
  });

  it('hours are deleted when the whole hour is older than the plan keeps, with the bot too', async () => {
    await register(directory, { plan: 'premium' });
    await addHours(3);
    await startFolding(T0);
    await foldDue(ports);
    await db.setClock(WEEK_AGO - 2 * HOUR_MS + 90 * DAY_MS);
    await pruneHistory(ports, '');
    expect(await kept()).toEqual([0, 2, 120]);
    await directory.write([], ({ bots }) => bots.delete(BOT_ID));
    await pruneHistory(ports, '');
    expect(await kept()).toEqual([0, 0, 0]);
  });
});
