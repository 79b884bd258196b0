import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { deleteSource, deliveryLog } from '@/lib/services/votes/sources';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { type MadeSource, makeSource, voteApi } from '@/tests/support/data/vote-api';
import {
  bodyOf,
  delivery,
  FORMS,
  type Form,
  goodVote,
  infinityBody,
  jwt,
  kindOf,
  OTHER_USER_ID,
  type SentDelivery,
  signedBody,
  TESTS,
  USER_ID,
} from '@/tests/support/data/vote-deliveries';
import { accepted } from '@/tests/support/result';

/** What each list sends, good, repeated, as a test, forged, late and about another bot, and what it gets. */

const json = (body: object) => JSON.stringify(body);

type Row = readonly [what: string, send: (secret: string) => SentDelivery, answer: string];
const made =
  (form: Form, body: object, atMs = T0): Row[1] =>
  (secret) =>
    delivery(form, secret, json(body), atMs);

const OTHER_JWT = { botId: BOT_ID, userId: OTHER_USER_ID, isTest: false };

/** After one good vote of the form by USER_ID. */
const ROWS: Readonly<Record<Form, readonly Row[]>> = {
  topgg: [
    ['repeated', goodVoteOf('topgg'), '200 false'],
    ['with the least', made('topgg', { bot: BOT_ID, user: 'least', type: 'upvote' }), '200 true'],
    ['of another user', made('topgg', bodyOf('topgg', T0, { user: OTHER_USER_ID })), '200 true'],
    ['as a test', made('topgg', TESTS.topgg?.(T0) ?? {}), '200 false'],
    ['forged', (secret) => delivery('topgg', `${secret}x`, json(bodyOf('topgg', T0)), T0), '401 invalid_key'],
    ['without a secret', () => ({ headers: {}, body: json(bodyOf('topgg', T0)) }), '401 missing_key'],
    ['about another bot', made('topgg', bodyOf('topgg', T0, { bot: OTHER_BOT_ID })), '403 bot_mismatch'],
    ['about a server', made('topgg', { guild: BOT_ID, user: USER_ID, type: 'upvote' }), '400 invalid_body'],
    ['of an unknown type', made('topgg', bodyOf('topgg', T0, { type: 'downvote' })), '400 invalid_body'],
    ['as no JSON', (secret) => delivery('topgg', secret, '{"bot":', T0), '400 invalid_json'],
    [
      'in another form',
      (secret) => delivery('infinity', secret, json(bodyOf('topgg', T0)), T0),
      '401 missing_key',
    ],
  ],
  'topgg-signed': [
    ['repeated', goodVoteOf('topgg-signed'), '200 false'],
    ['with another id', made('topgg-signed', signedBody('9', T0)), '200 true'],
    ['as a test', made('topgg-signed', TESTS['topgg-signed']?.(T0) ?? {}), '200 false'],
    [
      'forged',
      (secret) => ({ ...goodVoteOf('topgg-signed')(secret), body: json(signedBody('7', T0)) }),
      '401 invalid_key',
    ],
    [
      'with a signature 5 minutes old',
      made('topgg-signed', signedBody('8', T0), T0 - 5 * MINUTE_MS + 1_000),
      '200 true',
    ],
    ['with several signatures, one of them right', withSignatures('f'.repeat(64)), '200 true'],
    [
      'with a signature beyond 5 minutes',
      made('topgg-signed', signedBody('7', T0), T0 - 5 * MINUTE_MS - 2_000),
      '401 invalid_key',
    ],
    [
      'with a signature of the future',
      made('topgg-signed', signedBody('7', T0), T0 + 6 * MINUTE_MS),
      '401 invalid_key',
    ],
    [
      'about another bot',
      made('topgg-signed', signedBody('7', T0, { project: project(OTHER_BOT_ID) })),
      '403 bot_mismatch',
    ],
    [
      'of another platform',
      made('topgg-signed', signedBody('7', T0, { project: { ...project(BOT_ID), platform: 'roblox' } })),
      '400 invalid_body',
    ],
    [
      'of a server',
      made('topgg-signed', signedBody('7', T0, { project: { ...project(BOT_ID), type: 'server' } })),
      '400 invalid_body',
    ],
    [
      'about an integration',
      made('topgg-signed', {
        type: 'integration.create',
        data: { connection_id: '1', webhook_secret: 'whs_x', project: project(BOT_ID) },
      }),
      '400 invalid_body',
    ],
    ['given 31 days ago', made('topgg-signed', signedBody('7', T0 - 31 * DAY_MS)), '400 invalid_body'],
    ['given in 6 minutes', made('topgg-signed', signedBody('7', T0 + 6 * MINUTE_MS)), '400 invalid_body'],
    [
      'with the old secret',
      (secret) => delivery('topgg', secret, json(bodyOf('topgg', T0)), T0),
      '401 missing_key',
    ],
  ],
  discordbotlist: [
    ['repeated', goodVoteOf('discordbotlist'), '200 false'],
    ['with the least', made('discordbotlist', { id: 'least' }), '200 true'],
    [
      'of another user',
      made('discordbotlist', { id: OTHER_USER_ID, username: 'x', admin: true }),
      '200 true',
    ],
    [
      'forged',
      (secret) => delivery('discordbotlist', secret.toUpperCase(), json(bodyOf('discordbotlist', T0)), T0),
      '401 invalid_key',
    ],
    ['without a user', made('discordbotlist', { username: 'x' }), '400 invalid_body'],
    ['with the user as a number', made('discordbotlist', { id: 160105994217586700 }), '400 invalid_body'],
    ['with the user as a safe number', made('discordbotlist', { id: 9007199254740991 }), '200 true'],
    ['with no whole number as user', made('discordbotlist', { id: 1.5 }), '400 invalid_body'],
    [
      'as a test',
      made('discordbotlist', bodyOf('discordbotlist', T0, { promotable_bot: BOT_ID })),
      '200 false',
    ],
    ['as a list', (secret) => delivery('discordbotlist', secret, '[]', T0), '400 invalid_body'],
  ],
  discords: [
    ['repeated', goodVoteOf('discords'), '200 false'],
    ['with the least', made('discords', { bot: BOT_ID, user: 'least' }), '200 true'],
    ['as a test', made('discords', TESTS.discords?.(T0) ?? {}), '200 false'],
    [
      'forged',
      (secret) => delivery('discords', ` ${secret} x`, json(bodyOf('discords', T0)), T0),
      '401 invalid_key',
    ],
    [
      'about another bot',
      made('discords', bodyOf('discords', T0, { bot: OTHER_BOT_ID })),
      '403 bot_mismatch',
    ],
    [
      'as a test about another bot',
      made('discords', bodyOf('discords', T0, { bot: OTHER_BOT_ID, type: 'test' })),
      '403 bot_mismatch',
    ],
  ],
  discordplace: [
    ['repeated', goodVoteOf('discordplace'), '200 false'],
    ['with the least', made('discordplace', { bot: BOT_ID, user: 'least' }), '200 true'],
    ['as a test', made('discordplace', TESTS.discordplace?.(T0) ?? {}), '200 false'],
    [
      'forged',
      (secret) => delivery('discordplace', `${secret}x`, json(bodyOf('discordplace', T0)), T0),
      '401 invalid_key',
    ],
    [
      'about another bot',
      made('discordplace', bodyOf('discordplace', T0, { bot: OTHER_BOT_ID })),
      '403 bot_mismatch',
    ],
  ],
  botlistme: [
    ['repeated', goodVoteOf('botlistme'), '200 false'],
    ['of another user', made('botlistme', bodyOf('botlistme', T0, { user: OTHER_USER_ID })), '200 true'],
    ['as a test', made('botlistme', TESTS.botlistme?.(T0) ?? {}), '200 false'],
    [
      'of an unknown type',
      made('botlistme', bodyOf('botlistme', T0, { type: 'Rating' })),
      '400 invalid_body',
    ],
    ['without a secret', () => ({ headers: {}, body: json(bodyOf('botlistme', T0)) }), '401 missing_key'],
    [
      'about another bot',
      made('botlistme', bodyOf('botlistme', T0, { bot: OTHER_BOT_ID })),
      '403 bot_mismatch',
    ],
  ],
  discordlistgg: [
    ['repeated', goodVoteOf('discordlistgg'), '200 false'],
    ['with the least', made('discordlistgg', { botId: BOT_ID, userId: 'least' }), '200 true'],
    ['as a test', made('discordlistgg', TESTS.discordlistgg?.(T0) ?? {}), '200 false'],
    ['forged', (secret) => delivery('discordlistgg', `${secret}x`, json(OTHER_JWT), T0), '401 invalid_key'],
    ['with no signature', withHeader({ alg: 'none' }), '401 invalid_key'],
    ['with another algorithm', withHeader({ alg: 'HS512' }), '401 invalid_key'],
    [
      'that ended 6 minutes ago',
      made('discordlistgg', { ...OTHER_JWT, exp: Math.floor(T0 / 1_000) - 360 }),
      '401 invalid_key',
    ],
    ['as plain JSON', () => ({ headers: {}, body: json(OTHER_JWT) }), '401 missing_key'],
    ['without a user', made('discordlistgg', { botId: BOT_ID }), '400 invalid_body'],
    ['about another bot', made('discordlistgg', { ...OTHER_JWT, botId: OTHER_BOT_ID }), '403 bot_mismatch'],
  ],
  infinity: [
    ['repeated', goodVoteOf('infinity'), '200 false'],
    [
      'with the least',
      made('infinity', {
        type: 'NEW_VOTE',
        creator: { id: 'least' },
        data: {},
        targets: { bot: { id: BOT_ID } },
      }),
      '200 true',
    ],
    ['of the same user with other counts', made('infinity', infinityBody({ votes: 13 })), '200 true'],
    ['as a downvote', made('infinity', infinityBody({ downvote: true })), '200 false'],
    [
      'as a probe with a wrong signature',
      (secret) => delivery('infinity', `${secret}x`, json(infinityBody({})), T0),
      '401 invalid_key',
    ],
    ['without a protocol', (secret) => withoutProtocol(goodVoteOf('infinity')(secret)), '401 invalid_key'],
    [
      'about another bot',
      made('infinity', infinityBody({}, { targets: { bot: { id: OTHER_BOT_ID } } })),
      '403 bot_mismatch',
    ],
    ['of another event', made('infinity', infinityBody({}, { type: 'NEW_REVIEW' })), '400 invalid_body'],
  ],
  generic: [
    ['repeated', goodVoteOf('generic'), '200 false'],
    [
      'with the least',
      (secret) => delivery('generic', secret, json({ userId: 'least' }), T0, 'msg_least'),
      '200 true',
    ],
    [
      'with another id',
      (secret) => delivery('generic', secret, json(bodyOf('generic', T0)), T0, 'msg_2'),
      '200 true',
    ],
    [
      'forged',
      (secret) => ({ ...goodVoteOf('generic')(secret), body: json({ userId: OTHER_USER_ID }) }),
      '401 invalid_key',
    ],
    ['late', (secret) => late(goodVoteOf('generic')(secret)), '401 invalid_key'],
    ['without a signature', () => ({ headers: { 'webhook-id': 'msg_3' }, body: '{}' }), '401 missing_key'],
    ['without a user', (secret) => delivery('generic', secret, '{}', T0, 'msg_3'), '400 invalid_body'],
    [
      'of 31 days ago',
      (secret) =>
        delivery(
          'generic',
          secret,
          json({ userId: '1', votedAt: new Date(T0 - 31 * DAY_MS).toISOString() }),
          T0,
          'msg_3',
        ),
      '400 invalid_body',
    ],
    [
      'without a zone',
      (secret) =>
        delivery('generic', secret, json({ userId: '1', votedAt: '2026-01-19T03:00:00' }), T0, 'msg_3'),
      '400 invalid_body',
    ],
    [
      'of a user with 65 characters',
      (secret) => delivery('generic', secret, json({ userId: 'x'.repeat(65) }), T0, 'msg_3'),
      '400 invalid_body',
    ],
    [
      'of a name with 81 characters',
      (secret) => delivery('generic', secret, json({ userId: '1', username: 'ü'.repeat(81) }), T0, 'msg_3'),
      '400 invalid_body',
    ],
    [
      'with all that PostgreSQL stores',
      (secret) =>
        delivery('generic', secret, json({ userId: 'ü😀', username: '\u202ea\u0000b\ud800c' }), T0, 'msg_4'),
      '200 true',
    ],
  ],
};

function withHeader(header: object): Row[1] {
  return (secret) => ({ headers: {}, body: jwt(secret, json(OTHER_JWT), header) });
}

function goodVoteOf(form: Form): Row[1] {
  return (secret) => goodVote(form)(secret, T0);
}

/** Also signed with another secret, as while the list's own is being changed. */
function withSignatures(other: string): Row[1] {
  return (secret) => {
    const { headers, body } = delivery('topgg-signed', secret, json(signedBody('several', T0)), T0);
    const [time, right] = String(headers['x-topgg-signature']).split(',');
    return { body, headers: { ...headers, 'x-topgg-signature': `${time},v1=${other}, ${right},v1=x,v0=1` } };
  };
}

function project(id: string) {
  return { id: '803190510032756736', type: 'bot', platform: 'discord', platform_id: id };
}

function withoutProtocol({ headers, body }: SentDelivery): SentDelivery {
  const { 'x-webhook-protocol': _, ...rest } = headers;
  return { headers: rest, body };
}

/** With a time that was not signed: the signature of another one does not fit. */
function late({ headers, body }: SentDelivery): SentDelivery {
  const seconds = Number(headers['webhook-timestamp']) - 360;
  return { headers: { ...headers, 'webhook-timestamp': String(seconds) }, body };
}

onEachDatabase('deliveries of lists', () => {
  const answer = ({
    status,
    json: body,
  }: {
    status: number;
    json: { error?: string; data?: { stored: boolean } };
  }) => `${status} ${body.error ?? body.data?.stored}`;
  const stored = async () => {
    const [row] = await db.rows('SELECT count(*) AS votes, coalesce(sum(weight), 0) AS weights FROM votes');
    const [days] = await db.rows('SELECT coalesce(sum(votes), 0) AS votes FROM vote_days');
    expect(Number(days?.votes)).toBe(Number(row?.weights));
    return Number(row?.votes);
  };

  beforeEach(async () => {
    await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
  });

  it.each(FORMS)('of %s get their answers, and only what is a vote is stored', async (form) => {
    const errors: unknown[] = [];
    const { send, inbox, counted } = voteApi(ports, errors);
    const source = await makeSource(ports, form);
    expect(answer(await send(source.path, goodVoteOf(form)(source.secret)))).toBe('200 true');
    let votes = 1;
    for (const [what, made, expected] of ROWS[form]) {
      expect(`${what}: ${answer(await send(source.path, made(source.secret)))}`).toBe(`${what}: ${expected}`);
      if (expected === '200 true') votes++;
      expect(await stored()).toBe(votes);
    }
    await inbox.writeRefused();
    const logged = async () => accepted(await deliveryLog(ports, OPERATOR, source.id));
    const isIn = (expected: string) => !expected.startsWith('401');
    // Refused deliveries are logged without being waited for.
    const count = 1 + ROWS[form].filter(([, , expected]) => isIn(expected)).length;
    await expect.poll(async () => (await logged()).deliveries.length).toBe(count);
    const log = await logged();
    const refused = ROWS[form].filter(([, , expected]) => !isIn(expected)).length;
    expect(log.refused.map(({ count }) => count)).toEqual(refused === 0 ? [] : [refused]);
    const everything = JSON.stringify([await db.rows('SELECT * FROM vote_deliveries'), log]);
    for (const hidden of [source.secret, USER_ID, OTHER_USER_ID]) expect(everything).not.toContain(hidden);
    expect(errors).toEqual([]);
    // Metrics: each delivery, by kind and outcome.
    expect(counted).toHaveLength(1 + ROWS[form].length);
    expect(counted.filter((one) => one === `${kindOf(form)} unauthorized`)).toHaveLength(refused);
  });

  it('are answered in the order of the contract', async () => {
    const { send } = voteApi(ports);
    const source = await makeSource(ports, 'topgg');
    const unknown = '/hooks/votes/00000000-0000-4000-8000-000000000000';
    const good = goodVoteOf('topgg')(source.secret);
    const large = { headers: good.headers, body: 'x'.repeat(16_385) };
    const order = async (path: string, sent: SentDelivery, method?: string) =>
      (await send(path, sent, method)).json?.error ?? 'none';
    for (const method of ['GET', 'PUT', 'DELETE', 'POST'])
      expect(await order(unknown, large, method)).toBe('not_found');
    const wrong = await send(source.path, large, 'PUT');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await send(source.path, good, 'HEAD')).status).toBe(405);
    const forged = { ...large, headers: { authorization: 'wrong' } };
    expect(await order(source.path, forged)).toBe('body_too_large');
    expect(await order(source.path, { headers: { authorization: 'wrong' }, body: 'no json' })).toBe(
      'invalid_key',
    );
    expect(await order(source.path, { headers: good.headers, body: 'no json' })).toBe('invalid_json');
    expect(await order(source.path, { headers: good.headers, body: json({ bot: OTHER_BOT_ID }) })).toBe(
      'invalid_body',
    );
    // The largest body that is read.
    const padded = json(
      bodyOf('topgg', T0, { query: 'x'.repeat(16_384 - json(bodyOf('topgg', T0, { query: '' })).length) }),
    );
    expect(padded).toHaveLength(16_384);
    expect(await order(source.path, { headers: good.headers, body: padded })).toBe('none');
    accepted(await deleteSource(ports, OPERATOR, source.id));
    expect(await order(source.path, good)).toBe('not_found');
    expect(await order(source.path, good, 'GET')).toBe('not_found');
  });

  it('get 503 while nothing can be stored, and nothing of that is lost when it is sent again', async () => {
    const { send } = voteApi(ports);
    const source = await makeSource(ports, 'topgg');
    const good = goodVoteOf('topgg')(source.secret);
    const release = await db.holdWrites();
    const held = send(source.path, good);
    await release();
    expect((await held).status).toBe(200);
    await ports.store.close();
    const closed = { ...ports, directory: (await db.connect()).directory };
    const { send: sendClosed } = voteApi({
      ...closed,
      directory: {
        ...closed.directory,
        read: closed.directory.read.bind(closed.directory),
        write: () => Promise.reject(unavailable()),
      } as typeof directory,
    });
    const refused = await sendClosed(
      source.path,
      made('topgg', bodyOf('topgg', T0, { user: OTHER_USER_ID }))(source.secret),
    );
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    // A refusal does not depend on the storage.
    const foreign = made('topgg', bodyOf('topgg', T0, { bot: OTHER_BOT_ID }))(source.secret);
    expect((await sendClosed(source.path, foreign)).status).toBe(403);
    expect(
      (
        await voteApi(await connectAgain()).send(
          source.path,
          made('topgg', bodyOf('topgg', T0, { user: OTHER_USER_ID }))(source.secret),
        )
      ).json,
    ).toEqual({
      success: true,
      data: { stored: true },
    });
  });

  it('have their weights, times and names', async () => {
    const { send } = voteApi(ports);
    const send2 = async (form: Form, body: object, id = 'msg_9') => {
      const source = sources.get(form) ?? (await makeSource(ports, form));
      sources.set(form, source);
      expect((await send(source.path, delivery(form, source.secret, json(body), T0, id))).status).toBe(200);
      const [row] = await db.rows(
        `SELECT weight, voted_at_ms, expires_at_ms, username FROM votes ORDER BY stored_at_ms DESC, id`,
      );
      await db.run('DELETE FROM votes');
      return row && [row.weight, Number(row.voted_at_ms) - T0, Number(row.expires_at_ms) - T0, row.username];
    };
    const sources = new Map<Form, MadeSource>();
    const twelve = 12 * HOUR_MS;
    expect(await send2('topgg', bodyOf('topgg', T0, { isWeekend: true }))).toEqual([2, 0, twelve, null]);
    expect(await send2('topgg', bodyOf('topgg', T0, { user: '1', isWeekend: 'yes' }))).toEqual([
      1,
      0,
      twelve,
      null,
    ]);
    for (const premium of [{ type: 'premium_vote' }, { premium_vote: true }])
      expect(
        await send2('discords', bodyOf('discords', T0, { user: json(premium).slice(2, 9), ...premium })),
      ).toEqual([...[2, 0, twelve, null]]);
    expect(await send2('infinity', infinityBody({ per_user: 500 }))).toEqual([100, 0, twelve, 'nelly']);
    expect(await send2('discordbotlist', { id: '2', username: ' ' })).toEqual([1, 0, twelve, null]);
    const times = { created_at: '2026-01-19T04:00:00.1234567+01:00', expires_at: '2026-01-19T15:00:00Z' };
    expect(await send2('topgg-signed', signedBody('1', T0, times))).toEqual([2, 0, twelve - 123, 'nelly']);
    const rounded = { created_at: '2026-01-19T02:59:59.9996Z', expires_at: null, weight: '7' };
    expect(await send2('topgg-signed', signedBody('2', T0, rounded))).toEqual([
      1,
      -123,
      twelve - 123,
      'nelly',
    ]);
    const generic = { userId: '3', weight: -2, votedAt: '2026-01-19T03:00:00.123456789Z' };
    expect(await send2('generic', generic)).toEqual([1, 0, twelve, null]);
  });
});

const unavailable = () =>
  Object.assign(new Error('away'), {
    code: 'storage_unavailable',
    isOutcomeUnknown: false,
    isOfOneRow: false,
  });
