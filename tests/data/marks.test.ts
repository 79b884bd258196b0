import { expect, it } from 'vitest';
import { MARKS_MAX } from '@/lib/domain/history/mark';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { PAUSES_PER_DAY } from '@/lib/domain/silences/pause';
import { dailyCoverage } from '@/lib/services/analytics/read';
import { deleteBot } from '@/lib/services/bots/delete';
import { foldDue } from '@/lib/services/history/fold';
import { pruneHistory } from '@/lib/services/history/prune';
import { addMark, deleteMark, listMarks, markByKey } from '@/lib/services/marks/marks';
import { finishRemovals } from '@/lib/services/removals/finish';
import { pauseBot, resumeBot } from '@/lib/services/silences/pause';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { insertSession, register, send, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const M = MINUTE_MS;
const note = (text: string, atMs: number | null = null) => ({ text, kind: 'note', atMs }) as const;
const texts = async () => accepted(await listMarks(ports, OPERATOR, BOT_ID)).marks.map(({ text }) => text);
const pauses = () => db.rows('SELECT from_ms, until_ms, reason FROM pauses ORDER BY from_ms');
/** A person who owns no bot. */
async function stranger() {
  const who = signedIn('stranger', 'owner');
  const person = {
    id: 'stranger',
    email: 's@example.org',
    name: 'S',
    role: 'owner',
    createdAtMs: T0,
  } as const;
  await directory.write([], ({ users }) => users.insert({ ...person, isDisabled: false }, null));
  await insertSession(directory, who);
  return who;
}
const seenBy = async (keyHash: string) => {
  const seen = await store.find({ keyHash });
  if (seen === null) throw new Error('The key is not live.');
  return seen;
};

onEachDatabase('marks', () => {
  it('by a key are stored and counted together, with what else the call writes', async () => {
    const { keyHash } = await register(directory, { registeredAtMs: T0 });
    // The call that crosses a threshold, and the first one of a day.
    await db.run(`UPDATE bots SET cycle_used = 1199 WHERE id = '${BOT_ID}'`);
    await send(store, { keyHash });
    await db.setClock(T0 + DAY_MS);
    await db.run(`UPDATE bots SET cycle_used = 1424 WHERE id = '${BOT_ID}'`);
    const called = await markByKey(ports, { keyHash }, note('Version 2.4'), await seenBy(keyHash));
    expect(called).toMatchObject({ outcome: { kind: 'served' }, mark: { atMs: T0 + DAY_MS } });
    expect(called?.account.cycle.used).toBe(1_425);
    expect(await texts()).toEqual(['Version 2.4']);
    expect((await db.rows('SELECT operations FROM usage_parts')).length).toBe(1);
    expect(await db.rows("SELECT type FROM events WHERE type = 'quota.critical'")).toHaveLength(1);
  });

  it('are refused whole with an exhausted quota, and by a key that ended', async () => {
    const { keyHash } = await register(directory, { registeredAtMs: T0 });
    const seen = await seenBy(keyHash);
    await db.run(`UPDATE bots SET cycle_used = 1500 WHERE id = '${BOT_ID}'`);
    const fresh = await connectAgain();
    const refused = await markByKey(fresh, { keyHash }, note('x'), await seenBy(keyHash));
    expect(refused?.outcome).toEqual({ kind: 'refused', error: 'quota_exceeded' });
    await db.run(`UPDATE api_keys SET revoked_at_ms = ${T0}`);
    expect(await markByKey(await connectAgain(), { keyHash }, note('x'), seen)).toBeNull();
    expect(await texts()).toEqual([]);
  });

  it(`are ${MARKS_MAX} at most, by a key and on the page: the oldest go`, async () => {
    const { keyHash } = await register(directory, { registeredAtMs: T0, plan: 'business' });
    await db.run(
      `INSERT INTO marks (bot_id, at_ms, id, kind, label)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MARKS_MAX})
       SELECT '${BOT_ID}', ${T0} - CAST(i AS bigint), 'mark-' || i, 'note', 'Mark ' || i FROM n`,
    );
    await markByKey(ports, { keyHash }, note('by key'), await seenBy(keyHash));
    accepted(await addMark(ports, OPERATOR, BOT_ID, note('on the page', T0 - DAY_MS)));
    const rows = await db.rows('SELECT label FROM marks ORDER BY at_ms');
    expect(rows).toHaveLength(MARKS_MAX);
    expect(rows.slice(0, 2)).toEqual([{ label: 'on the page' }, { label: `Mark ${MARKS_MAX - 2}` }]);
    expect(rows.at(-1)).toEqual({ label: 'by key' });
  });

  it('of another owner are not found, and a text or a time that cannot be is said', async () => {
    await register(directory, { registeredAtMs: T0 });
    expect(await listMarks(ports, await stranger(), BOT_ID)).toMatchObject({
      ok: false,
      refusal: { code: 'not_found' },
    });
    const { id } = accepted(await addMark(ports, OPERATOR, BOT_ID, note(' here ')));
    expect(await texts()).toEqual(['here']);
    for (const wrong of [
      note(''),
      note('a\nb'),
      note('x'.repeat(81)),
      note('x', T0 + 5 * M + 1),
      note('x', T0 - 7 * DAY_MS - 1),
    ])
      expect(await addMark(ports, OPERATOR, BOT_ID, wrong)).toMatchObject({ refusal: { code: 'invalid' } });
    expect(await deleteMark(ports, OPERATOR, OTHER_BOT_ID, id)).toMatchObject({
      refusal: { code: 'not_found' },
    });
    accepted(await deleteMark(ports, OPERATOR, BOT_ID, id));
    expect(await deleteMark(ports, OPERATOR, BOT_ID, id)).toMatchObject({ refusal: { code: 'not_found' } });
  });

  it('and pauses are hidden and deleted like the history, also of a bot without reports, and with the bot', async () => {
    await register(directory, { registeredAtMs: T0 });
    accepted(await addMark(ports, OPERATOR, BOT_ID, note('old')));
    accepted(await pauseBot(ports, OPERATOR, BOT_ID, { minutes: 1 }));
    await db.setClock(T0 + 7 * DAY_MS + 1);
    expect(await texts()).toEqual([]);
    expect(await db.rows('SELECT 1 FROM marks')).toHaveLength(1);
    await pruneHistory(ports, '');
    expect(await db.rows('SELECT 1 FROM marks')).toHaveLength(0);
    expect(await pauses()).toHaveLength(1);
    await db.setClock(T0 + 8 * DAY_MS + 1);
    await pruneHistory(ports, '');
    expect(await pauses()).toHaveLength(0);
    accepted(await addMark(ports, OPERATOR, BOT_ID, note('new')));
    accepted(await pauseBot(ports, OPERATOR, BOT_ID, { minutes: 1 }));
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    await finishRemovals(ports);
    expect([...(await db.rows('SELECT 1 FROM marks')), ...(await pauses())]).toEqual([]);
  });
});

onEachDatabase('a planned silence', () => {
  const paused = async () => (await store.find({ botId: BOT_ID }))?.account.pausedUntilMs;

  it('replaces the one before, also by an earlier end, and ends when it is ended', async () => {
    await register(directory, { registeredAtMs: T0 });
    accepted(await pauseBot(ports, OPERATOR, BOT_ID, { minutes: 60, reason: ' Moving ' }));
    expect(await paused()).toBe(T0 + 60 * M);
    await db.setClock(T0 + 10 * M);
    accepted(await pauseBot(ports, OPERATOR, BOT_ID, { minutes: 20 }));
    expect(await paused()).toBe(T0 + 30 * M);
    await db.setClock(T0 + 15 * M);
    accepted(await resumeBot(ports, OPERATOR, BOT_ID));
    expect(await paused()).toBe(T0 + 15 * M);
    await db.setClock(T0 + 16 * M);
    // Once more changes nothing.
    accepted(await resumeBot(ports, OPERATOR, BOT_ID));
    expect(await pauses()).toEqual([
      { from_ms: T0, until_ms: T0 + 10 * M, reason: 'Moving' },
      { from_ms: T0 + 10 * M, until_ms: T0 + 15 * M, reason: null },
    ]);
  });

  it('is one, whoever asks at the same time, and never overlaps another', async () => {
    const { keyHash } = await register(directory, { registeredAtMs: T0 });
    const others = [ports, await connectAgain()];
    const who = { kind: 'key', botId: BOT_ID, keyHash } as const;
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((minutes) => pauseBot(others[minutes % 2] ?? ports, who, BOT_ID, { minutes })),
    );
    const [row, ...more] = await pauses();
    expect(more).toEqual([]);
    expect(await paused()).toBe(row?.until_ms);
  });

  it(`begins ${PAUSES_PER_DAY} times a UTC day at most`, async () => {
    const { keyHash } = await register(directory, { registeredAtMs: T0 });
    const who = { kind: 'key', botId: BOT_ID, keyHash } as const;
    for (let i = 0; i < PAUSES_PER_DAY; i++) {
      await db.setClock(T0 + i);
      accepted(await pauseBot(ports, who, BOT_ID, { minutes: 1 }));
    }
    const midnightMs = T0 - (T0 % DAY_MS) + DAY_MS;
    await db.setClock(midnightMs - 1_500);
    expect(await pauseBot(ports, who, BOT_ID, { minutes: 1 })).toMatchObject({
      refusal: { code: 'too_many', retryAfterMs: 1_500 },
    });
    await db.setClock(midnightMs);
    accepted(await pauseBot(ports, who, BOT_ID, { minutes: 1 }));
    await db.run(`UPDATE api_keys SET revoked_at_ms = ${T0}`);
    expect(await pauseBot(ports, who, BOT_ID, { minutes: 1 })).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });

  it('is refused of a disabled bot, of another owner’s, and with minutes that cannot be', async () => {
    await register(directory, { registeredAtMs: T0 });
    for (const minutes of [0, 1_441, 1.5, Number.NaN])
      expect(await pauseBot(ports, OPERATOR, BOT_ID, { minutes })).toMatchObject({
        refusal: { code: 'invalid' },
      });
    expect(await pauseBot(ports, await stranger(), BOT_ID, { minutes: 1 })).toMatchObject({
      refusal: { code: 'not_found' },
    });
    await db.run(`UPDATE bots SET disabled_at_ms = ${T0}`);
    for (const act of [
      () => pauseBot(ports, OPERATOR, BOT_ID, { minutes: 1 }),
      () => resumeBot(ports, OPERATOR, BOT_ID),
    ])
      expect(await act()).toMatchObject({ refusal: { code: 'conflict' } });
    expect(await pauses()).toEqual([]);
  });

  it('is left out of the coverage with its reports, before and after they are folded', async () => {
    await db.setClock(T0);
    await register(directory, { registeredAtMs: T0, plan: 'business' });
    const firstMs = Math.ceil(T0 / HOUR_MS) * HOUR_MS;
    // Ten hours of reports every half an hour; the hours 3 to 6 are paused.
    for (let i = 0; i <= 20; i++) {
      await db.setClock(firstMs + i * 30 * M);
      if (i === 6) accepted(await pauseBot(ports, OPERATOR, BOT_ID, { minutes: 180 }));
      await send(store, { botId: BOT_ID });
    }
    const coverage = async (nowMs: number) => {
      const account = (await store.find({ botId: BOT_ID }))?.account;
      if (account === undefined) throw new Error('There is no such bot.');
      const { days } = await directory.read(({ history }) => dailyCoverage(history, account, nowMs));
      return days[0];
    };
    const expected = { date: '2026-01-19', pausedMs: 3 * HOUR_MS, received: 15 };
    expect(await coverage(firstMs + 10 * HOUR_MS)).toMatchObject({ ...expected, expected: 420 });
    await db.setClock(firstMs + 9 * DAY_MS);
    await directory.write([], ({ folding }) => folding.start(T0));
    await foldDue(ports);
    expect(await db.rows('SELECT 1 FROM reports')).toEqual([]);
    expect(await coverage(firstMs + 9 * DAY_MS)).toMatchObject(expected);
  });
});
