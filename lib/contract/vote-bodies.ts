import { z } from 'zod';
import { isSeen } from '@/lib/domain/text/hidden-characters';
import { parseIsoTime } from '@/lib/domain/text/time';
import { isSignedSecret } from '@/lib/domain/votes/source';
import {
  expiryOf,
  isVotedAt,
  type RepeatKey,
  type ReportedVote,
  repeatKey,
  type VoteKind,
  weightOf,
} from '@/lib/domain/votes/vote';
import { type CheckResult, checkObject, type OtherNames } from './faults/body';

/** What the bot lists send (contract section 10). Unknown fields are ignored. */

/** What a delivery reports; `botId` is `null` where the body names none. */
export type ReadDelivery = { readonly botId: string | null } & (
  | { readonly kind: 'test' | 'downvote' }
  | { readonly kind: 'vote'; readonly vote: ReportedVote; readonly repeat: RepeatKey }
);

/** What reading depends on besides the body; `voteId` is that of the header, if the kind has it there. */
export type DeliveryContext = {
  readonly body: string;
  readonly voteId: string;
  readonly nowMs: number;
};

/** Seen, of one meaning, and stored by both databases; spaces stand between other characters only. */
const USER_ID = /^(?! )(?:[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]| ){1,64}(?<! )$/u;
const USERNAME_MAX = 80;

const NO_USER_ID = 'Must be a string of 1 to 64 visible characters.';
const userId = z.string({ error: NO_USER_ID }).regex(USER_ID, { error: NO_USER_ID });
/** Bot lists send ids as numbers, too; a larger one has lost its last digits. */
const userIdOfList = z.preprocess(
  (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : value),
  userId,
);
const username = z
  .string({ error: 'Must be a string.' })
  .transform((text) => (isSeen(text) ? text.trim() : null))
  .refine((name) => Array.from(name ?? '').length <= USERNAME_MAX, {
    error: `Must have at most ${USERNAME_MAX} characters.`,
  })
  .nullish()
  .transform((name) => name ?? null);
const botId = z.string({ error: 'Must be the id of the bot, as a string.' });
const ANY = z.unknown().optional();
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true);
const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, { error: `Must be ${values.map((value) => `"${value}"`).join(' or ')}.` });
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, { error: 'Must be an object.' });

/** With 0 to 9 fraction digits and any offset, rounded to milliseconds. */
function roundedIsoTime(text: string): number | null {
  const [fraction = ''] = /\.\d{1,9}(?=Z|[+-])/.exec(text) ?? [];
  const wholeMs = parseIsoTime(text);
  if (wholeMs === null) return null;
  return (parseIsoTime(text.replace(fraction, '')) ?? wholeMs) + Math.round(Number(`0${fraction}`) * 1_000);
}

const NO_TIME = 'Must be an ISO 8601 time with a zone offset.';
const moment = z.string({ error: NO_TIME }).transform((text, context) => {
  const atMs = roundedIsoTime(text);
  if (atMs !== null) return atMs;
  context.issues.push({ code: 'custom', message: NO_TIME, input: text });
  return z.NEVER;
});

const tooOld = (path: string): CheckResult<never> => ({
  ok: false,
  issues: [{ path, message: 'Must lie within the last 30 days and at most 5 minutes ahead.' }],
});

const voteOf = (
  { userId: id, username: name = null, weight, votedAtMs, expiresAtMs }: VoteFields,
  nowMs: number,
): ReportedVote => {
  const atMs = votedAtMs ?? nowMs;
  return {
    userId: id,
    username: name,
    weight: weightOf(weight),
    votedAtMs: atMs,
    expiresAtMs: expiryOf(atMs, expiresAtMs ?? null),
  };
};
type VoteFields = {
  readonly userId: string;
  readonly username?: string | null;
  readonly weight?: unknown;
  readonly votedAtMs?: number | null | undefined;
  readonly expiresAtMs?: number | null | undefined;
};

const done = (value: ReadDelivery): CheckResult<ReadDelivery> => ({ ok: true, value });

type Reader = (value: unknown, context: DeliveryContext) => CheckResult<ReadDelivery>;

/** Reads a body of a form: `read` makes a delivery of its fields. */
const reader =
  <Form extends z.ZodType>(
    form: Form,
    read: (fields: z.output<Form>, context: DeliveryContext) => CheckResult<ReadDelivery>,
    otherNames: OtherNames = {},
  ): Reader =>
  (value, context) => {
    const checked = checkObject(form, value, otherNames);
    return checked.ok ? read(checked.value, context) : checked;
  };

/** A vote that says no more than who voted, or the test of one. */
function ofUser(
  { bot, user }: { readonly bot: string | null; readonly user: string },
  isTest: boolean,
  nowMs: number,
  fields: Omit<VoteFields, 'userId'> = {},
): CheckResult<ReadDelivery> {
  if (isTest) return done({ botId: bot, kind: 'test' });
  const vote = voteOf({ ...fields, userId: user }, nowMs);
  return done({ botId: bot, kind: 'vote', vote, repeat: repeatKey({ userId: user }) });
}

/** Of top.gg, with a secret of its older form. */
const readOld = reader(
  object({ bot: botId, user: userIdOfList, type: oneOf('upvote', 'test'), isWeekend: flag }),
  (body, { nowMs }) => ofUser(body, body.type === 'test', nowMs, { weight: body.isWeekend ? 2 : 1 }),
  { bot: ['guild'] },
);

const readSignedTest = reader(
  object({ data: object({ project: object({ platform_id: botId }).nullish() }).nullish() }),
  ({ data }) => done({ botId: data?.project?.platform_id ?? null, kind: 'test' }),
);

const readSignedVote = reader(
  object({
    type: oneOf('vote.create', 'webhook.test'),
    data: object({
      id: z.string({ error: 'Must be a string.' }).min(1, { error: 'Must not be empty.' }),
      weight: ANY,
      created_at: moment,
      expires_at: moment.nullish(),
      project: object({ platform: oneOf('discord'), platform_id: botId, type: oneOf('bot') }),
      user: object({ platform_id: userIdOfList, name: username }),
    }),
  }),
  ({ data: { id, weight, created_at, expires_at, project, user } }, { nowMs }) => {
    if (!isVotedAt(created_at, nowMs)) return tooOld('data.created_at');
    const times = { votedAtMs: created_at, expiresAtMs: expires_at };
    const vote = voteOf({ userId: user.platform_id, username: user.name, weight, ...times }, nowMs);
    return done({ botId: project.platform_id, kind: 'vote', vote, repeat: repeatKey({ voteId: id }) });
  },
);

const READERS: Readonly<Record<Exclude<VoteKind, 'topgg'>, Reader>> = {
  discordbotlist: reader(
    object({ id: userIdOfList, username, promotable_bot: ANY }),
    ({ id: user, username, promotable_bot }, { nowMs }) =>
      ofUser({ bot: null, user }, promotable_bot !== undefined, nowMs, { username }),
  ),
  discords: reader(
    object({ bot: botId, user: userIdOfList, type: ANY, premium_vote: flag }),
    ({ type, premium_vote, ...who }, { nowMs }) =>
      ofUser(who, type === 'test', nowMs, { weight: premium_vote || type === 'premium_vote' ? 2 : 1 }),
  ),
  discordplace: reader(object({ bot: botId, user: userIdOfList, test: flag }), (body, { nowMs }) =>
    ofUser(body, body.test, nowMs),
  ),
  botlistme: reader(
    object({ bot: botId, user: userIdOfList, type: oneOf('Upvote', 'Test') }),
    (body, { nowMs }) => ofUser(body, body.type === 'Test', nowMs),
  ),
  discordlistgg: reader(
    object({ botId, userId: userIdOfList, isTest: flag }),
    ({ botId: bot, userId: user, isTest }, { nowMs }) => ofUser({ bot, user }, isTest, nowMs),
  ),
  infinity: reader(
    object({
      type: oneOf('NEW_VOTE'),
      creator: object({ id: userIdOfList, username }),
      data: object({ per_user: ANY, downvote: flag }),
      targets: object({ bot: object({ id: botId }) }),
    }),
    ({ creator, data, targets: { bot } }, { body, nowMs }) => {
      if (data.downvote) return done({ botId: bot.id, kind: 'downvote' });
      const fields = { userId: creator.id, username: creator.username, weight: data.per_user };
      return done({ botId: bot.id, kind: 'vote', vote: voteOf(fields, nowMs), repeat: repeatKey({ body }) });
    },
  ),
  generic: reader(
    object({ userId, username, weight: ANY, votedAt: moment.nullish() }),
    ({ votedAt, ...fields }, { voteId, nowMs }) => {
      if (votedAt !== null && votedAt !== undefined && !isVotedAt(votedAt, nowMs)) return tooOld('votedAt');
      const vote = voteOf({ ...fields, votedAtMs: votedAt }, nowMs);
      return done({ botId: null, kind: 'vote', vote, repeat: repeatKey({ voteId }) });
    },
  ),
};

/** Reads the parsed body of a delivery whose secret was right. */
export function readDelivery(
  { kind, secret }: { readonly kind: VoteKind; readonly secret: string },
  value: unknown,
  context: DeliveryContext,
): CheckResult<ReadDelivery> {
  if (kind !== 'topgg') return READERS[kind](value, context);
  if (!isSignedSecret(secret)) return readOld(value, context);
  const isTest = (value as { type?: unknown } | null)?.type === 'webhook.test';
  return (isTest ? readSignedTest : readSignedVote)(value, context);
}
