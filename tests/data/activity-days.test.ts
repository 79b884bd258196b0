import { expect, it } from 'vitest';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { readActivity } from '@/lib/services/activity/read';
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

  it('are the last 30', async () => {
    await register(directory);
    await db.setClock(T0 + 100 * DAY_MS);
    const all = await days();
    expect(all).toHaveLength(30);
    expect(all.at(-1)?.[0]).toBe(dateOf(T0 + 100 * DAY_MS));
  });
});
