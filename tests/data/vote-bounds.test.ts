import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { DELIVERIES_A_SECOND } from '@/lib/domain/votes/vote';
import { hasVoted, readVotesPage } from '@/lib/services/votes/read';
import { createSource, deliveryLog, rotateSource } from '@/lib/services/votes/sources';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople } from '@/tests/support/data/fixtures';
import { type MadeSource, makeSource, voteApi } from '@/tests/support/data/vote-api';
import { bodyOf, delivery, TESTS } from '@/tests/support/data/vote-deliveries';
import { accepted } from '@/tests/support/result';

type Send = ReturnType<typeof voteApi>['send'];

onEachDatabase('votes beyond the bounds', () => {
  beforeEach(() => addBotsAndPeople(directory));

  const vote = async (send: Send, { path, secret }: MadeSource, user: string, bot = BOT_ID) => {
    const body = JSON.stringify(bodyOf('topgg', T0, { user, bot }));
    const { status, json } = await send(path, delivery('topgg', secret, body, T0));
    expect(status).toBe(200);
    return json.data.stored as boolean;
  };
  const storedToday = (votes: number, atMs = T0) =>
    directory.write([], (tables) =>
      tables.votes.countStored(new Map([[BOT_ID, votes]]), Math.floor(atMs / DAY_MS)),
    );
  const events = async () =>
    (await db.rows("SELECT data_json FROM events WHERE type = 'votes.limited' ORDER BY period")).map(
      ({ data_json }) => {
        const { limit, per } = JSON.parse(String(data_json));
        return [limit, per];
      },
    );
  const outcomes = async ({ id }: MadeSource) =>
    accepted(await deliveryLog(ports, OPERATOR, id)).deliveries.map(({ outcome }) => outcome);
  const count = async (table: string) => Number((await db.rows(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

  it('of a day are not counted and nothing of them is kept but a line of the log; the owner is told once a day', async () => {
    const { send } = voteApi(ports);
    const source = await makeSource(ports, 'topgg');
    const { votesADay } = PLANS.free;
    await storedToday(votesADay - 2);
    expect(await vote(send, source, '1')).toBe(true);
    expect(await vote(send, source, '1')).toBe(false);
    expect(await vote(send, source, '2')).toBe(true);
    expect(await events()).toEqual([]);
    for (const user of ['3', '4', '5']) expect(await vote(send, source, user)).toBe(false);
    expect([await count('votes'), await count('vote_repeats')]).toEqual([2, 2]);
    const page = accepted(
      await readVotesPage(ports, OPERATOR, BOT_ID, { limit: 10, cursor: null, range: '30d' }),
    );
    expect(page.votes?.total).toBe(2);
    expect(accepted(await hasVoted(ports, OPERATOR, BOT_ID, '3')).voted).toBe(false);
    expect((await outcomes(source)).filter((outcome) => outcome === 'limited')).toHaveLength(3);
    expect(await events()).toEqual([[votesADay, 'day']]);
    // Another bot's are, and a larger plan has room at once.
    const ofOther = await makeSource(ports, 'topgg', OTHER_BOT_ID);
    expect(await vote(send, ofOther, '1', OTHER_BOT_ID)).toBe(true);
    await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { plan: 'premium' }, nowMs));
    expect(await vote(send, source, '3')).toBe(true);
    // The next UTC day.
    await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { plan: 'free' }, nowMs));
    await db.setClock(T0 + DAY_MS);
    expect(await vote(send, source, '4')).toBe(true);
    await storedToday(votesADay, T0 + DAY_MS);
    expect(await vote(send, source, '5')).toBe(false);
    expect(await events()).toEqual([
      [votesADay, 'day'],
      [votesADay, 'day'],
    ]);
  });

  it('of a day are the same number on two instances at once', async () => {
    const instances = [voteApi(ports), voteApi(await connectAgain())];
    const source = await makeSource(ports, 'topgg');
    await storedToday(PLANS.free.votesADay - 7);
    const users = Array.from({ length: 40 }, (_, i) => `user-${i}`);
    const stored = await Promise.all(
      users.map((user, i) => vote((instances[i % 2] ?? voteApi(ports)).send, source, user)),
    );
    expect(stored.filter(Boolean)).toHaveLength(7);
    expect(await count('votes')).toBe(7);
  });

  it('of a second are not counted, tests too leave no more lines, and the next second has room again', async () => {
    const { send } = voteApi(ports);
    const source = await makeSource(ports, 'topgg');
    const users = Array.from({ length: 100 }, (_, i) => `user-${i}`);
    const all = (some: readonly string[]) => Promise.all(some.map((user) => vote(send, source, user)));
    expect(await all(users.slice(0, DELIVERIES_A_SECOND))).not.toContain(false);
    await db.setClock(T0 + 500);
    expect(await all(users.slice(DELIVERIES_A_SECOND))).not.toContain(true);
    const test = delivery('topgg', source.secret, JSON.stringify(TESTS.topgg?.(T0)), T0);
    for (let i = 0; i < 20; i++) expect((await send(source.path, test)).json.data.stored).toBe(false);
    expect(await count('votes')).toBe(DELIVERIES_A_SECOND);
    await expect
      .poll(async () => (await outcomes(source)).filter((one) => one === 'limited'))
      .toHaveLength(1);
    expect(await outcomes(source)).not.toContain('test');
    expect(await events()).toEqual([[DELIVERIES_A_SECOND, 'second']]);
    const ofOther = await makeSource(ports, 'topgg', OTHER_BOT_ID);
    expect(await vote(send, ofOther, '1', OTHER_BOT_ID)).toBe(true);
    await db.setClock(T0 + 1_000);
    expect(await vote(send, source, 'user-99')).toBe(true);
  });

  it('a refused source sends no secret back to the form', async () => {
    const made = await makeSource(ports, 'topgg');
    for (const secret of ['with a blank', 'short', `${'x'.repeat(200)}long`]) {
      const form = new FormData();
      const typed = { botId: BOT_ID, kind: 'topgg', name: 'top.gg', secret };
      for (const [name, value] of Object.entries(typed)) form.set(name, value);
      for (const result of [
        await createSource(ports, OPERATOR, typed),
        await rotateSource(ports, OPERATOR, made.id, { secret, keepsFormer: true }),
      ]) {
        expect(result).toMatchObject({ ok: false, refusal: { field: 'secret' } });
        expect(JSON.stringify(result)).not.toContain(secret);
      }
    }
  });

  it('a rotated secret ends at once, or after 24 hours if so chosen', async () => {
    const { send } = voteApi(ports);
    const source = await makeSource(ports, 'topgg');
    const answer = async (secret: string, user: string) => {
      const body = JSON.stringify(bodyOf('topgg', T0, { user }));
      const { json } = await send(source.path, delivery('topgg', secret, body, T0));
      return json.error ?? json.data.stored;
    };
    const rotate = async (keepsFormer: boolean, secret?: string) =>
      accepted(await rotateSource(ports, OPERATOR, source.id, { keepsFormer, secret })).secret;
    const second = (await rotate(true)) ?? '';
    expect([await answer(second, '1'), await answer(source.secret, '2')]).toEqual([true, true]);
    await db.setClock(T0 + DAY_MS - MINUTE_MS);
    expect(await answer(source.secret, '3')).toBe(true);
    await db.setClock(T0 + DAY_MS);
    expect([await answer(source.secret, '4'), await answer(second, '4')]).toEqual(['invalid_key', true]);
    expect(await rotate(false, 'issued-by-the-list')).toBeNull();
    expect([await answer(second, '5'), await answer('issued-by-the-list', '5')]).toEqual([
      'invalid_key',
      true,
    ]);
    const audit = JSON.stringify(await db.rows('SELECT * FROM audit_log'));
    for (const secret of [source.secret, second, 'issued-by-the-list']) expect(audit).not.toContain(secret);
    expect(audit).toContain('votes.rotate-source');
  });
});
