import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { deleteSource, deliveryLog } from '@/lib/services/votes/sources';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { writingBy } from '@/tests/support/data/ports';
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
const of = (form: Form, over: object = {}) => bodyOf(form, T0, over);
const test = (form: Form) => TESTS[form]?.(T0) ?? {};

/** A body of the form of its list, signed with the secret of its source, or all that is sent. */
type Sent = object | ((secret: string) => SentDelivery);
type Row = readonly [what: string, answer: string, sent: Sent];
const sentAs = (form: Form, sent: Sent, secret: string) =>
  typeof sent === 'function'
    ? (sent as (secret: string) => SentDelivery)(secret)
    : delivery(form, secret, json(sent), T0);
const made =
  (form: Form, body: object | string, { atMs = T0, id = 'msg_1', by = (secret: string) => secret } = {}) =>
  (secret: string) =>
    delivery(form, by(secret), typeof body === 'string' ? body : json(body), atMs, id);
const forged = (form: Form, body: object = of(form)) => made(form, body, { by: (secret) => `${secret}x` });
const without = (body: object) => (): SentDelivery => ({ headers: {}, body: json(body) });

const [STORED, NOT_STORED] = ['200 true', '200 false'];
const [INVALID, OF_ANOTHER] = ['400 invalid_body', '403 bot_mismatch'];
const [FORGED, NO_KEY] = ['401 invalid_key', '401 missing_key'];
const OTHER_JWT = { botId: BOT_ID, userId: OTHER_USER_ID, isTest: false };
const PROJECT = { id: '803190510032756736', type: 'bot', platform: 'discord', platform_id: BOT_ID };
const signed = (id: string, atMs = T0, data: object = {}) => signedBody(id, atMs, data);
const ofProject = (project: object) => signed('7', T0, { project: { ...PROJECT, ...project } });

/** After one good vote of the form by USER_ID. */
const ROWS: Readonly<Record<Form, readonly Row[]>> = {
  topgg: [
    ['repeated', NOT_STORED, of('topgg')],
    ['with the least', STORED, { bot: BOT_ID, user: 'least', type: 'upvote' }],
    ['of another user', STORED, of('topgg', { user: OTHER_USER_ID })],
    ['as a test', NOT_STORED, test('topgg')],
    ['forged', FORGED, forged('topgg')],
    ['without a secret', NO_KEY, without(of('topgg'))],
    ['about another bot', OF_ANOTHER, of('topgg', { bot: OTHER_BOT_ID })],
    ['about a server', INVALID, { guild: BOT_ID, user: USER_ID, type: 'upvote' }],
    ['of an unknown type', INVALID, of('topgg', { type: 'downvote' })],
    ['as no JSON', '400 invalid_json', made('topgg', '{"bot":')],
    ['in another form', NO_KEY, made('infinity', of('topgg'))],
  ],
  'topgg-signed': [
    ['repeated', NOT_STORED, of('topgg-signed')],
    ['with another id', STORED, signed('9')],
    ['as a test', NOT_STORED, test('topgg-signed')],
    ['forged', FORGED, (secret) => ({ ...goodVote('topgg-signed')(secret, T0), body: json(signed('7')) })],
    ['signed 5 minutes ago', STORED, made('topgg-signed', signed('8'), { atMs: T0 - 5 * MINUTE_MS + 1_000 })],
    ['with several signatures, one of them right', STORED, withSignatures('f'.repeat(64))],
    ['signed before', FORGED, made('topgg-signed', signed('7'), { atMs: T0 - 5 * MINUTE_MS - 2_000 })],
    ['signed in the future', FORGED, made('topgg-signed', signed('7'), { atMs: T0 + 6 * MINUTE_MS })],
    ['about another bot', OF_ANOTHER, ofProject({ platform_id: OTHER_BOT_ID })],
    ['of another platform', INVALID, ofProject({ platform: 'roblox' })],
    ['of a server', INVALID, ofProject({ type: 'server' })],
    ['about an integration', INVALID, { type: 'integration.create', data: { project: PROJECT } }],
    ['given 31 days ago', INVALID, signed('7', T0 - 31 * DAY_MS)],
    ['given in 6 minutes', INVALID, signed('7', T0 + 6 * MINUTE_MS)],
    ['with the old secret', NO_KEY, made('topgg', of('topgg'))],
  ],
  discordbotlist: [
    ['repeated', NOT_STORED, of('discordbotlist')],
    ['with the least', STORED, { id: 'least' }],
    ['of another user', STORED, { id: OTHER_USER_ID, username: 'x', admin: true }],
    ['forged', FORGED, made('discordbotlist', of('discordbotlist'), { by: (s) => s.toUpperCase() })],
    ['without a user', INVALID, { username: 'x' }],
    ['with the user as a number', INVALID, { id: 160105994217586700 }],
    ['with the user as a safe number', STORED, { id: 9007199254740991 }],
    ['with no whole number as user', INVALID, { id: 1.5 }],
    ['as a test', NOT_STORED, of('discordbotlist', { promotable_bot: BOT_ID })],
    ['as a list', INVALID, made('discordbotlist', '[]')],
  ],
  discords: [
    ['repeated', NOT_STORED, of('discords')],
    ['with the least', STORED, { bot: BOT_ID, user: 'least' }],
    ['as a test', NOT_STORED, test('discords')],
    ['forged', FORGED, made('discords', of('discords'), { by: (secret) => ` ${secret} x` })],
    ['about another bot', OF_ANOTHER, of('discords', { bot: OTHER_BOT_ID })],
    ['as a test about another bot', OF_ANOTHER, of('discords', { bot: OTHER_BOT_ID, type: 'test' })],
  ],
  discordplace: [
    ['repeated', NOT_STORED, of('discordplace')],
    ['with the least', STORED, { bot: BOT_ID, user: 'least' }],
    ['as a test', NOT_STORED, test('discordplace')],
    ['forged', FORGED, forged('discordplace')],
    ['about another bot', OF_ANOTHER, of('discordplace', { bot: OTHER_BOT_ID })],
  ],
  botlistme: [
    ['repeated', NOT_STORED, of('botlistme')],
    ['of another user', STORED, of('botlistme', { user: OTHER_USER_ID })],
    ['as a test', NOT_STORED, test('botlistme')],
    ['of an unknown type', INVALID, of('botlistme', { type: 'Rating' })],
    ['without a secret', NO_KEY, without(of('botlistme'))],
    ['about another bot', OF_ANOTHER, of('botlistme', { bot: OTHER_BOT_ID })],
  ],
  discordlistgg: [
    ['repeated', NOT_STORED, of('discordlistgg')],
    ['with the least', STORED, { botId: BOT_ID, userId: 'least' }],
    ['as a test', NOT_STORED, test('discordlistgg')],
    ['forged', FORGED, forged('discordlistgg', OTHER_JWT)],
    ['with no signature', FORGED, withHeader({ alg: 'none' })],
    ['with another algorithm', FORGED, withHeader({ alg: 'HS512' })],
    ['that ended 6 minutes ago', FORGED, { ...OTHER_JWT, exp: Math.floor(T0 / 1_000) - 360 }],
    ['as plain JSON', NO_KEY, without(OTHER_JWT)],
    ['without a user', INVALID, { botId: BOT_ID }],
    ['about another bot', OF_ANOTHER, { ...OTHER_JWT, botId: OTHER_BOT_ID }],
  ],
  infinity: [
    ['repeated', NOT_STORED, of('infinity')],
    [
      'with the least',
      STORED,
      { type: 'NEW_VOTE', creator: { id: 'least' }, data: {}, targets: { bot: { id: BOT_ID } } },
    ],
    ['of the same user with other counts', STORED, infinityBody({ votes: 13 })],
    ['as a downvote', NOT_STORED, infinityBody({ downvote: true })],
    ['as a probe with a wrong signature', FORGED, forged('infinity')],
    ['without a protocol', FORGED, withoutProtocol],
    ['about another bot', OF_ANOTHER, infinityBody({}, { targets: { bot: { id: OTHER_BOT_ID } } })],
    ['of another event', INVALID, infinityBody({}, { type: 'NEW_REVIEW' })],
  ],
  generic: [
    ['repeated', NOT_STORED, of('generic')],
    ['with the least', STORED, made('generic', { userId: 'least' }, { id: 'msg_least' })],
    ['with another id', STORED, made('generic', of('generic'), { id: 'msg_2' })],
    [
      'forged',
      FORGED,
      (secret) => ({ ...goodVote('generic')(secret, T0), body: json({ userId: OTHER_USER_ID }) }),
    ],
    ['late', FORGED, late],
    ['without a signature', NO_KEY, () => ({ headers: { 'webhook-id': 'msg_3' }, body: '{}' })],
    ...(
      [
        ['without a user', INVALID, {}],
        ['of 31 days ago', INVALID, { userId: '1', votedAt: new Date(T0 - 31 * DAY_MS).toISOString() }],
        ['without a zone', INVALID, { userId: '1', votedAt: '2026-01-19T03:00:00' }],
        ['of a user with 65 characters', INVALID, { userId: 'x'.repeat(65) }],
        ['of a name with 81 characters', INVALID, { userId: '1', username: 'ü'.repeat(81) }],
        ['with all that PostgreSQL stores', STORED, { userId: 'ü😀', username: '\u202ea\u0000b\ud800c' }],
      ] as const
    ).map(([what, answer, body]): Row => [what, answer, made('generic', body, { id: 'msg_3' })]),
  ],
};

function withHeader(header: object) {
  return (secret: string): SentDelivery => ({ headers: {}, body: jwt(secret, json(OTHER_JWT), header) });
}

/** Also signed with another secret, as while the list's own is being changed. */
function withSignatures(other: string) {
  return (secret: string): SentDelivery => {
    const { headers, body } = delivery('topgg-signed', secret, json(signed('several')), T0);
    const [time, right] = String(headers['x-topgg-signature']).split(',');
    return { body, headers: { ...headers, 'x-topgg-signature': `${time},v1=${other}, ${right},v1=x,v0=1` } };
  };
}

function withoutProtocol(secret: string): SentDelivery {
  const { headers, body } = goodVote('infinity')(secret, T0);
  const { 'x-webhook-protocol': _, ...rest } = headers;
  return { headers: rest, body };
}

/** With a time that was not signed: the signature of another one does not fit. */
function late(secret: string): SentDelivery {
  const { headers, body } = goodVote('generic')(secret, T0);
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
    expect(answer(await send(source.path, goodVote(form)(source.secret, T0)))).toBe('200 true');
    let votes = 1;
    for (const [what, expected, sent] of ROWS[form]) {
      const answered = await send(source.path, sentAs(form, sent, source.secret));
      expect(`${what}: ${answer(answered)}`).toBe(`${what}: ${expected}`);
      if (expected === '200 true') votes++;
      expect(await stored()).toBe(votes);
    }
    await inbox.writeRefused();
    const logged = async () => accepted(await deliveryLog(ports, OPERATOR, source.id));
    const isIn = (expected: string) => !expected.startsWith('401');
    // Refused deliveries are logged without being waited for.
    const count = 1 + ROWS[form].filter(([, expected]) => isIn(expected)).length;
    await expect.poll(async () => (await logged()).deliveries.length).toBe(count);
    const log = await logged();
    const refused = ROWS[form].filter(([, expected]) => !isIn(expected)).length;
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
    const good = goodVote('topgg')(source.secret, T0);
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
    const good = goodVote('topgg')(source.secret, T0);
    const ofOther = made('topgg', of('topgg', { user: OTHER_USER_ID }))(source.secret);
    const release = await db.holdWrites();
    const held = send(source.path, good);
    await release();
    expect((await held).status).toBe(200);
    await ports.store.close();
    const closed = { ...ports, directory: (await db.connect()).directory };
    const { send: sendClosed } = voteApi({
      ...closed,
      directory: writingBy(closed.directory, () => Promise.reject(new StorageUnavailable('away'))),
    });
    const refused = await sendClosed(source.path, ofOther);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    // A refusal does not depend on the storage.
    const foreign = made('topgg', of('topgg', { bot: OTHER_BOT_ID }))(source.secret);
    expect((await sendClosed(source.path, foreign)).status).toBe(403);
    expect((await voteApi(await connectAgain()).send(source.path, ofOther)).json).toEqual({
      success: true,
      data: { stored: true },
    });
  });

  it('are answered after their transaction: 503 for one that was rolled back after all its statements', async () => {
    const source = await makeSource(ports, 'topgg');
    const rolledBack = writingBy(directory, (locks, step) =>
      directory.write(locks, async (tables, nowMs) => {
        await step(tables, nowMs);
        throw new StorageUnavailable('ended before its commit');
      }),
    );
    const good = goodVote('topgg')(source.secret, T0);
    expect((await voteApi({ ...ports, directory: rolledBack }).send(source.path, good)).status).toBe(503);
    expect((await voteApi(ports).send(source.path, good)).json).toEqual({
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
