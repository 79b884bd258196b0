import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { readStatsHistory } from '@/lib/services/calls/counted-read';
import { finishRemovals } from '@/lib/services/removals/finish';
import { pruneVotes, purgeUser } from '@/lib/services/votes/purge';
import { hasVoted, readVotes, readVotesPage } from '@/lib/services/votes/read';
import {
  createSource,
  deleteSource,
  deliveryLog,
  listSources,
  pauseSource,
  resumeSource,
  rotateSource,
} from '@/lib/services/votes/sources';
import { listDeliveries } from '@/lib/services/webhooks/find';
import { sendAgain } from '@/lib/services/webhooks/send-again';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople, addWebhook, register } from '@/tests/support/data/fixtures';
import { recordCalls } from '@/tests/support/data/ports';
import { DELIVERED, scriptedWebhooks } from '@/tests/support/data/scripted-webhooks';
import { makeSource, voteApi } from '@/tests/support/data/vote-api';
import { bodyOf, delivery, type Form, signedBody, USER_ID } from '@/tests/support/data/vote-deliveries';
import { accepted, verdictOf } from '@/tests/support/result';

const NEWEST = { limit: 10, cursor: null };

onEachDatabase('votes', () => {
  beforeEach(() => addBotsAndPeople(directory));
  const view = async (query = {}) => {
    const { votes } = accepted(
      await readVotesPage(ports, OPERATOR, BOT_ID, { ...NEWEST, range: '30d', ...query }),
    );
    if (votes === null) throw new Error('There was no place.');
    return votes;
  };
  /** Sends votes of users, one after the other. */
  const vote = async (
    form: Form,
    users: readonly string[],
    source?: Awaited<ReturnType<typeof makeSource>>,
  ) => {
    const { send } = voteApi(ports);
    const of = source ?? (await makeSource(ports, form));
    for (const user of users) {
      const body = JSON.stringify(bodyOf(form, T0, { user, id: user }));
      expect((await send(of.path, delivery(form, of.secret, body, T0))).json.data).toEqual({ stored: true });
    }
    return of;
  };

  it('count once, however often, in whatever order and on whatever instance they are repeated', async () => {
    const instances = [voteApi(ports), voteApi(await connectAgain())];
    const sources = await Promise.all(
      (['topgg', 'topgg-signed', 'generic'] as const).map((form) => makeSource(ports, form)),
    );
    const forms = ['topgg', 'topgg-signed', 'generic'] as const;
    let round = 0;
    const order = fc.array(fc.record({ form: fc.nat(2), vote: fc.nat(5), instance: fc.nat(1) }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(order, async (sent) => {
        round++;
        // The clock stands still otherwise, and a second has room for some deliveries.
        await db.setClock(T0 + round * 1_000);
        const before = (await view()).total;
        const answers = await Promise.all(
          sent.map(async ({ form, vote: number, instance }) => {
            const name = forms[form] ?? 'topgg';
            const { path, secret } = sources[form] ?? { path: '', secret: '' };
            const id = `${round}-${number}`;
            const body =
              name === 'topgg-signed'
                ? signedBody(id, T0, { weight: 1 })
                : bodyOf(name, T0, { user: id, weight: 1 });
            const one = delivery(name, secret, JSON.stringify(body), T0, id);
            const answer = await instances[instance]?.send(path, one);
            expect(answer?.status).toBe(200);
            return { key: `${form} ${number}`, stored: answer?.json.data.stored };
          }),
        );
        const distinct = new Set(answers.map(({ key }) => key));
        // Exactly one delivery of each vote is answered as stored.
        expect(
          answers
            .filter(({ stored }) => stored)
            .map(({ key }) => key)
            .sort(),
        ).toEqual([...distinct].sort());
        expect((await view()).total - before).toBe(distinct.size);
      }),
      { numRuns: 15 },
    );
  });

  it('of a user are repeats for less than an hour after the last stored one', async () => {
    const { send } = voteApi(ports);
    const { path, secret } = await makeSource(ports, 'topgg');
    const stored = async (atMs: number) => {
      await db.setClock(T0 + atMs);
      return (await send(path, delivery('topgg', secret, JSON.stringify(bodyOf('topgg', T0)), T0))).json.data
        .stored;
    };
    expect(await stored(0)).toBe(true);
    expect(await stored(HOUR_MS / 2)).toBe(false);
    expect(await stored(HOUR_MS - 1)).toBe(false);
    expect(await stored(HOUR_MS)).toBe(true);
    expect(await stored(2 * HOUR_MS - 1)).toBe(false);
  });

  it('are known by the id of the list for 31 days, without their user', async () => {
    const { send } = voteApi(ports);
    const { path, secret } = await makeSource(ports, 'generic');
    const sent = delivery('generic', secret, JSON.stringify({ userId: USER_ID }), T0, 'msg_1');
    const stored = async () => (await send(path, sent)).json.data.stored;
    expect(await stored()).toBe(true);
    await db.setClock(T0 + 30 * DAY_MS);
    await pruneVotes(ports);
    expect(await db.rows('SELECT * FROM votes')).toEqual([]);
    expect(JSON.stringify(await db.rows('SELECT * FROM vote_repeats'))).not.toContain(USER_ID);
    await db.setClock(T0 + 31 * DAY_MS - 1);
    await pruneVotes(ports);
    expect(await stored()).toBe(false);
    await db.setClock(T0 + 31 * DAY_MS);
    await pruneVotes(ports);
    expect(await db.rows('SELECT * FROM vote_repeats')).toEqual([]);
    const { total, recent, months } = await view();
    expect([total, recent, months.at(-2)?.votes]).toEqual([1, [], 1]);
  });

  it('are read newest first, in pages, with sums of days and sources', async () => {
    const source = await vote('topgg', ['1', '2', '3']);
    await db.setClock(T0 + DAY_MS);
    await vote('topgg', ['4', '5'], source);
    const other = await vote('discords', ['6']);
    accepted(await deleteSource(ports, OPERATOR, other.id));
    const unused = await makeSource(ports, 'infinity');
    accepted(await deleteSource(ports, OPERATOR, unused.id));
    const first = await view({ limit: 4 });
    expect([first.total, first.today, first.weekly, first.monthly]).toEqual([6, 3, 6, 6]);
    expect(first.days.map(({ votes }) => votes)).toEqual([3, 3]);
    const { sources } = first;
    expect(
      sources.map(({ source: { name, deletedAtMs }, total, lastVoteAtMs }) => [
        name,
        total,
        deletedAtMs === null,
        lastVoteAtMs,
      ]),
    ).toEqual([
      ['topgg', 5, true, T0 + DAY_MS],
      ['discords', 1, false, T0 + DAY_MS],
    ]);
    const cursor = first.recent.at(-1);
    const second = await view({ limit: 4, cursor: cursor && { votedAtMs: cursor.votedAtMs, id: cursor.id } });
    expect(second.nextCursor).toBeNull();
    const ids = [...first.recent, ...second.recent].map(({ userId }) => userId);
    expect([ids.slice(0, 3).sort(), ids.slice(3).sort()]).toEqual([
      ['4', '5', '6'],
      ['1', '2', '3'],
    ]);
  });

  it('take four statements, one for a user, and two more for the history of counts', async () => {
    const { keyHash } = await register(directory, { id: '5'.repeat(18) });
    const snapshot = await ports.store.find({ keyHash });
    if (snapshot === null) throw new Error('There is no such bot.');
    const call = { ref: { keyHash }, snapshot };
    const read = async (of: (recorded: typeof ports) => Promise<unknown>) => {
      const { ports: recorded, steps } = recordCalls(ports);
      await of(recorded);
      return steps.filter((step) => /^(votes|history)\./.test(step));
    };
    expect(await read((to) => readVotes(to, call, NEWEST))).toEqual(
      ['sources', 'totals', 'days', 'recent'].map((name) => `votes.${name}`),
    );
    expect(await read((to) => readVotes(to, call, { userId: '1' }))).toEqual(['votes.longestOf']);
    expect(await read((to) => readStatsHistory(to, call))).toEqual([
      'history.series',
      'votes.totalBefore',
      'votes.days',
    ]);
  });

  it('are good until they expire', async () => {
    await vote('topgg', [USER_ID]);
    const has = async (userId = USER_ID) => accepted(await hasVoted(ports, OPERATOR, BOT_ID, userId));
    expect(await has()).toEqual({ voted: true, votedAtMs: T0, expiresAtMs: T0 + 12 * HOUR_MS });
    await db.setClock(T0 + 12 * HOUR_MS);
    expect((await has()).voted).toBe(false);
    expect(await has('0')).toEqual({ voted: false, votedAtMs: null, expiresAtMs: null });
  });

  it('of a purged user are gone with their events and deliveries, and their counts stay', async () => {
    const id = 'hook';
    await addWebhook(ports, { id, eventTypes: ['vote.created'] });
    await vote('topgg', [USER_ID, 'other']);
    // A receiver that repeats what it got.
    const { posts, deliver } = scriptedWebhooks(ports, ({ body }) => ({ ...DELIVERED, response: body }));
    await deliver();
    expect(posts.map(({ body }) => JSON.parse(body).data.userId).sort()).toEqual([USER_ID, 'other'].sort());
    expect(accepted(await purgeUser(ports, OPERATOR, BOT_ID, USER_ID))).toEqual({ votes: 1 });
    expect(accepted(await listDeliveries(ports, OPERATOR, id, 1)).deliveries).toHaveLength(1);
    await finishRemovals(ports);
    for (const table of [
      'votes',
      'events',
      'deliveries',
      'audit_log',
      'vote_repeats',
      'vote_deliveries',
      'vote_days',
      'removals',
    ])
      expect(JSON.stringify(await db.rows(`SELECT * FROM ${table}`))).not.toContain(USER_ID);
    expect((await view()).total).toBe(2);
    const { deliveries } = accepted(await listDeliveries(ports, OPERATOR, id, 1));
    expect(deliveries).toHaveLength(1);
    expect(accepted(await purgeUser(ports, OPERATOR, BOT_ID, USER_ID))).toEqual({ votes: 0 });
  });

  it('have an event only if a webhook that is on chose it; its body is composed when it is sent', async () => {
    const source = await vote('topgg', ['1']);
    await addWebhook(ports, { id: 'other', eventTypes: ['bot.silent'] });
    await addWebhook(ports, {
      id: 'off',
      eventTypes: ['vote.created'],
      status: 'off',
      statusReason: 'person',
    });
    await vote('topgg', ['2'], source);
    expect(await db.rows('SELECT * FROM events')).toEqual([]);
    await addWebhook(ports, { id: 'hook', eventTypes: ['vote.created'] });
    await vote('topgg', ['3', '4'], source);
    const events = await db.rows('SELECT data_json, owner_id, is_read FROM events');
    expect(events).toHaveLength(2);
    for (const { data_json, owner_id, is_read } of events) {
      expect(Object.keys(JSON.parse(String(data_json)))).toEqual(['botId', 'botName', 'voteId']);
      expect([owner_id, Number(is_read)]).toEqual(['', 1]);
    }
    accepted(await purgeUser(ports, OPERATOR, BOT_ID, '4'));
    const { posts, deliver } = scriptedWebhooks(ports, () => DELIVERED);
    await deliver();
    expect(posts.map(({ body }) => JSON.parse(body))).toEqual([
      {
        type: 'vote.created',
        timestamp: new Date(T0).toISOString(),
        data: {
          botId: BOT_ID,
          botName: 'TestBot',
          voteId: expect.any(String),
          userId: '3',
          username: null,
          source: 'topgg',
          kind: 'topgg',
          weight: 1,
          votedAt: new Date(T0).toISOString(),
          expiresAt: new Date(T0 + 12 * HOUR_MS).toISOString(),
        },
      },
    ]);
    const [sent] = accepted(await listDeliveries(ports, OPERATOR, 'hook', 1)).deliveries;
    // 30 days later, before any job ran: asked for again, it is not sent.
    await db.setClock(T0 + 30 * DAY_MS);
    accepted(await sendAgain(ports, OPERATOR, 'hook', sent?.eventId ?? ''));
    await deliver();
    expect(posts).toHaveLength(1);
    const [given] = accepted(await listDeliveries(ports, OPERATOR, 'hook', 1)).deliveries;
    expect(given?.state).toBe('given_up');
    await pruneVotes(ports);
    expect(await db.rows('SELECT * FROM events')).toEqual([]);
  });

  it('reach Discord as one summary', async () => {
    await addWebhook(ports, {
      id: 'discord',
      kind: 'discord',
      eventTypes: ['vote.created'] as const,
      sealedSecret: null,
    });
    await vote(
      'topgg',
      Array.from({ length: 25 }, (_, i) => `user-${i}`),
    );
    const { posts, deliver } = scriptedWebhooks(ports, () => DELIVERED);
    await deliver();
    expect(posts).toHaveLength(1);
    const { embeds, content } = JSON.parse(posts[0]?.body ?? '');
    expect([embeds.length, content, embeds[0].title]).toEqual([1, undefined, '25 new votes for TestBot']);
    expect(embeds[0].description).toContain('And 5 more.');
  });

  it('of a paused source are answered and not stored, as after a change of owner', async () => {
    const { send } = voteApi(ports);
    const { id, path, secret } = await makeSource(ports, 'topgg');
    const sent = delivery('topgg', secret, JSON.stringify(bodyOf('topgg', T0)), T0);
    const stored = async () => (await send(path, sent)).json;
    accepted(await pauseSource(ports, OPERATOR, id));
    expect(await stored()).toEqual({ success: true, data: { stored: false } });
    accepted(await resumeSource(ports, OPERATOR, id));
    accepted(await changeBot(ports, OPERATOR, BOT_ID, { owner: { userId: 'neighbour' } }));
    expect(await stored()).toEqual({ success: true, data: { stored: false } });
    expect((await view()).total).toBe(0);
    // The former owner knows the secret.
    expect(verdictOf(await resumeSource(ports, OPERATOR, id))).toBe('conflict');
    const rotated = accepted(await rotateSource(ports, OPERATOR, id, { keepsFormer: true }));
    accepted(await resumeSource(ports, OPERATOR, id));
    expect((await stored()).error).toBe('invalid_key');
    const again = delivery('topgg', rotated.secret ?? '', sent.body, T0);
    expect((await send(path, again)).json.data).toEqual({ stored: true });
    const outcomes = accepted(await deliveryLog(ports, OPERATOR, id)).deliveries.map(
      ({ outcome }) => outcome,
    );
    expect(outcomes.sort()).toEqual(['paused', 'paused', 'stored']);
  });

  it('come from at most 10 sources, whose secrets are encrypted', async () => {
    const input = { botId: BOT_ID, kind: 'topgg', name: 'top.gg' };
    const made = await Promise.all(Array.from({ length: 12 }, () => createSource(ports, OPERATOR, input)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(10);
    expect(made.filter((one) => verdictOf(one) === 'conflict')).toHaveLength(2);
    const rows = JSON.stringify([
      await db.rows('SELECT * FROM vote_sources'),
      await db.rows('SELECT * FROM audit_log'),
    ]);
    for (const one of made) if (one.ok) expect(rows).not.toContain(one.value.secret);
    const [first] = accepted(await listSources(ports, OPERATOR, BOT_ID));
    accepted(await deleteSource(ports, OPERATOR, first?.source.id ?? ''));
    expect(verdictOf(await createSource(ports, OPERATOR, input))).toBe('ok');
    expect(verdictOf(await deleteSource(ports, OPERATOR, first?.source.id ?? ''))).toBe('not_found');
    expect(
      verdictOf(await createSource(ports, OPERATOR, { botId: BOT_ID, kind: 'other', name: '', secret: 'x' })),
    ).toBe('invalid');
  });

  it('of a log are its last 50 deliveries, and all go with their bot', async () => {
    const source = await vote(
      'topgg',
      Array.from({ length: 60 }, (_, i) => `u${i}`),
    );
    expect(accepted(await deliveryLog(ports, OPERATOR, source.id)).deliveries).toHaveLength(50);
    expect(await db.rows('SELECT id FROM vote_deliveries')).toHaveLength(50);
    await makeSource(ports, 'topgg', OTHER_BOT_ID);
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    await finishRemovals(ports);
    for (const table of ['votes', 'vote_days', 'vote_deliveries'])
      expect(await db.rows(`SELECT * FROM ${table}`)).toEqual([]);
    expect(await db.rows('SELECT bot_id FROM vote_sources')).toEqual([{ bot_id: OTHER_BOT_ID }]);
  });
});
