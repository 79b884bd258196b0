import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { VoteKind } from '@/lib/domain/votes/vote';
import { BOT_ID } from './accounts';

/** Deliveries as the documentation of each list describes them, written by us. */

export type SentDelivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
type Send = (secret: string, nowMs: number) => SentDelivery;

/** A form of delivery: a kind, and for top.gg which of its two. */
export const FORMS = [
  ...(['topgg', 'topgg-signed', 'discordbotlist', 'discords', 'discordplace', 'botlistme'] as const),
  ...(['discordlistgg', 'infinity', 'generic'] as const),
] as const;
export type Form = (typeof FORMS)[number];

export const kindOf = (form: Form): VoteKind => (form === 'topgg-signed' ? 'topgg' : form);

/** Secrets that a list has issued; one is made for the others. */
export const ISSUED: Partial<Record<Form, string>> = { 'topgg-signed': `whs_${'5f0d'.repeat(16)}` };

export const USER_ID = '160105994217586689';
export const OTHER_USER_ID = '80351110224678912';

export const bodyOf = (form: Form, nowMs: number, over: object = {}): object => ({
  ...BODIES[form](nowMs),
  ...over,
});

const BODIES: Readonly<Record<Form, (nowMs: number) => object>> = {
  topgg: () => ({ bot: BOT_ID, user: USER_ID, type: 'upvote', isWeekend: false, query: '?ref=invite' }),
  'topgg-signed': (nowMs) => signedBody('808499215864008704', nowMs),
  discordbotlist: () => ({
    admin: false,
    avatar: 'a_1269e74af4df7417b13759eae50c83dc',
    username: 'Nelly',
    id: USER_ID,
  }),
  discords: () => ({
    user: USER_ID,
    bot: BOT_ID,
    votes: { totalVotes: 41, votesMonth: 7, votes24: 1, hasVoted: [USER_ID], Voted24: [USER_ID] },
    type: 'vote',
  }),
  discordplace: () => ({ bot: BOT_ID, user: USER_ID, test: false }),
  botlistme: () => ({ bot: BOT_ID, user: USER_ID, type: 'Upvote' }),
  discordlistgg: () => ({ botId: BOT_ID, userId: USER_ID, isTest: false }),
  infinity: () => infinityBody({}),
  generic: () => ({ userId: USER_ID, username: 'Nelly', weight: 3 }),
};

/** With 7 fraction digits and an offset, as top.gg writes times. */
const topggTime = (atMs: number): string => new Date(atMs).toISOString().replace('Z', '4567+00:00');

export const signedBody = (id: string, nowMs: number, data: object = {}): object => ({
  type: 'vote.create',
  data: {
    id,
    weight: 2,
    created_at: topggTime(nowMs),
    expires_at: topggTime(nowMs + 43_200_000),
    project: { id: '803190510032756736', type: 'bot', platform: 'discord', platform_id: BOT_ID },
    user: {
      id: '8738293829382938',
      platform_id: USER_ID,
      name: 'nelly',
      avatar_url: 'https://cdn.example.org/a.png',
    },
    ...data,
  },
});

export const infinityBody = (data: object, over: object = {}): object => ({
  created_at: 1_768_791_600,
  type: 'NEW_VOTE',
  creator: {
    id: USER_ID,
    username: 'nelly',
    display_name: 'Nelly',
    avatar: '',
    bot: false,
    status: 'online',
  },
  data: { votes: 12, per_user: 2, downvote: false, ...data },
  targets: {
    bot: {
      id: BOT_ID,
      username: 'TestBot',
      display_name: 'TestBot',
      avatar: '',
      bot: true,
      status: 'online',
    },
  },
  ...over,
});

/** The test messages of the lists that have any. */
export const TESTS: Partial<Record<Form, (nowMs: number) => object>> = {
  topgg: (nowMs) => bodyOf('topgg', nowMs, { type: 'test' }),
  'topgg-signed': (nowMs) => ({ ...signedBody('1', nowMs), type: 'webhook.test' }),
  discordbotlist: (nowMs) => bodyOf('discordbotlist', nowMs, { promotable_bot: { id: BOT_ID } }),
  discords: (nowMs) => bodyOf('discords', nowMs, { type: 'test' }),
  discordplace: (nowMs) => bodyOf('discordplace', nowMs, { test: true }),
  botlistme: (nowMs) => bodyOf('botlistme', nowMs, { type: 'Test' }),
  discordlistgg: (nowMs) => bodyOf('discordlistgg', nowMs, { isTest: true }),
};

const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** A JSON Web Token of a payload. */
export function jwt(secret: string, payload: string, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const signed = [JSON.stringify(header), payload]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A delivery of a form with this body; `atMs` is when it was signed. */
export function delivery(form: Form, secret: string, body: string, atMs: number, id = 'msg_1'): SentDelivery {
  const seconds = Math.floor(atMs / 1_000);
  switch (form) {
    case 'topgg-signed': {
      const signature = `t=${seconds},v1=${hex(secret, `${seconds}.${body}`)}`;
      return { body, headers: { 'x-topgg-signature': signature, 'x-topgg-trace': `trace-${seconds}` } };
    }
    case 'discordlistgg':
      return { body: jwt(secret, body), headers: {} };
    case 'infinity':
      return {
        body,
        headers: {
          'x-webhook-signature': `sha256=${hex(secret, body)}`,
          'x-webhook-protocol': 'hmac-sha256',
        },
      };
    case 'generic': {
      // The library looks at the clock of the process.
      const at = new Date();
      return {
        body,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': new Webhook(secret).sign(id, at, body),
        },
      };
    }
    default:
      return { body, headers: { authorization: secret } };
  }
}

/** A valid vote of a form. */
export const goodVote =
  (form: Form, over: object = {}): Send =>
  (secret, nowMs) =>
    delivery(form, secret, JSON.stringify(bodyOf(form, nowMs, over)), nowMs);
