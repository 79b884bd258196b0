import { expect, it } from 'vitest';
import { type ActivityFilter, ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { readActivity } from '@/lib/services/activity/read';
import { changeSettings } from '@/lib/services/bots/settings';
import { addMark } from '@/lib/services/marks/marks';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports, store } from '@/tests/support/data/each-database';
import { read, register, send } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

onEachDatabase('the days above a bot’s activity', () => {
  const days = async () =>
    accepted(await readActivity(ports, OPERATOR, BOT_ID, ALL_ACTIVITY, 1)).days.map(
      ({ date, calls, rejected, marks }) => [date, calls, rejected, ...marks.map(({ text }) => text)],
    );
  const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

  it('begin with its registration and have its accepted and refused calls and its marks', async () => {
    const { keyHash } = await register(directory);
    await send(store, { keyHash });
    await send(store, { keyHash });
    await read(store, { keyHash });
    expect(await days()).toEqual([[dateOf(T0), 2, 1]]);

    await db.setClock(T0 + 2 * DAY_MS);
    await send(store, { keyHash });
    accepted(
      await addMark(ports, OPERATOR, BOT_ID, { atMs: T0 + DAY_MS, kind: 'deploy', text: 'Version 2' }),
    );
    expect(await days()).toEqual([
      [dateOf(T0), 2, 1],
      [dateOf(T0 + DAY_MS), 0, 0, 'Version 2'],
      [dateOf(T0 + 2 * DAY_MS), 1, 0],
    ]);
  });

  it('choose the calls of a day that was over by then, and of no part of one', async () => {
    const { keyHash } = await register(directory);
    await send(store, { keyHash });
    await send(store, { keyHash });
    await db.setClock(T0 + 2 * DAY_MS);
    const unexplainedIn = async (range: ActivityFilter['range']) =>
      accepted(await readActivity(ports, OPERATOR, BOT_ID, { ...ALL_ACTIVITY, range }, 1)).unexplained;
    const [first, second] = [dateOf(T0), dateOf(T0 + DAY_MS)];
    expect(await unexplainedIn(null)).toBe(1);
    expect(await unexplainedIn('all')).toBe(1);
    expect(await unexplainedIn(`${first}..${first}`)).toBe(1);
    expect(await unexplainedIn(`${first}..${dateOf(T0 + 9 * DAY_MS)}`)).toBe(1);
    expect(await unexplainedIn(`${second}..${second}`)).toBe(0);
    expect(await unexplainedIn(`${first}T00:00Z..${first}T12:00Z`)).toBe(0);
    expect(await unexplainedIn('90d')).toBe(0);
  });

  it('narrow the log to what happened in a range', async () => {
    await register(directory);
    for (const [days, showsDeploys] of [true, false].entries()) {
      await db.setClock(T0 + 2 * days * DAY_MS);
      accepted(await changeSettings(ports, OPERATOR, BOT_ID, { showsDeploys }));
    }
    const actionsIn = async (range: ActivityFilter['range']) =>
      accepted(await readActivity(ports, OPERATOR, BOT_ID, { ...ALL_ACTIVITY, range }, 1)).total;
    const all = await actionsIn(null);
    const day = dateOf(T0 + 2 * DAY_MS);
    expect([await actionsIn('24h'), await actionsIn(`${day}..${day}`)]).toEqual([1, 1]);
    expect(all).toBe(2);
    expect(await actionsIn('all')).toBe(all);
    expect(await actionsIn('2020-01-01..2020-01-02')).toBe(0);
  });

  it('are the last 30', async () => {
    await register(directory);
    await db.setClock(T0 + 100 * DAY_MS);
    const all = await days();
    expect(all).toHaveLength(30);
    expect(all.at(-1)?.[0]).toBe(dateOf(T0 + 100 * DAY_MS));
  });
});
