import type { User } from '@/lib/domain/people/caller';
import { parseCode, WRONG_CODES_MAX } from '@/lib/domain/people/second-factor';
import { countAttempt, DAILY, THROTTLE_WINDOW_MS, throttleWaitMs } from '@/lib/domain/people/throttle';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Tables } from '@/lib/ports/ports';
import { conflict, done, invalid, type Result } from '../result';
import { type Limit, tooMany } from '../throttle';
import { type FactorPorts, notifyOfFactor } from './notify';

/** That a person has just given a code of their second factor. */
export type CodeProof = { readonly codeOf: User['id'] };

/** Shown where a code of the app cannot be checked. */
const OTHER_SECRET =
  'The codes of your app cannot be checked: this service was started with another AUTH_SECRET. Use a recovery code, then turn the second factor off and on again.';

/**
 * Uses up a code of the person's app, or a recovery code, within a write that holds their lock: so a code works once, however
 * often it is sent at the same time. Wrong ones are counted and are `invalid`; what is not checked is a `conflict`.
 */
export async function spendCode(
  tables: Tables,
  ports: FactorPorts,
  user: Pick<User, 'id' | 'email'>,
  text: string,
  nowMs: number,
): Promise<Result<CodeProof>> {
  const limits = limitsOf(user.id);
  for (const limit of limits) {
    const waitMs = throttleWaitMs(await nextCount(tables, limit, nowMs), limit.max, nowMs, limit.windowMs);
    if (waitMs > 0) return conflict(tooMany('wrong codes', waitMs).refusal.message, 'code');
  }
  const checked = await checkCode(tables, ports, user, text, nowMs);
  if (checked === 'right') {
    await tables.signInAttempts.delete(limits[0].subject);
    return done({ codeOf: user.id });
  }
  if (checked === 'unreadable') return conflict(OTHER_SECRET, 'code');
  for (const limit of limits) {
    const counted = await nextCount(tables, limit, nowMs);
    await tables.signInAttempts.put(limit.subject, counted);
    if (limit === limits[0] && counted.attempts === limit.max)
      await notifyOfFactor(tables, ports, user, { kind: 'factor.wrong', actor: '' }, nowMs);
  }
  return invalid('This code is wrong, or was used already. Wait for the next one of your app.', 'code');
}

const limitsOf = (userId: string): readonly [Limit, Limit] => [
  { subject: `code:${userId}`, max: WRONG_CODES_MAX.window, windowMs: THROTTLE_WINDOW_MS },
  { subject: `${DAILY}${userId}`, max: WRONG_CODES_MAX.day, windowMs: DAY_MS },
];

/** The count as it is with one more. */
const nextCount = async ({ signInAttempts }: Tables, { subject, windowMs }: Limit, nowMs: number) =>
  countAttempt(await signInAttempts.find(subject), nowMs, windowMs);

async function checkCode(
  tables: Tables,
  ports: FactorPorts,
  user: Pick<User, 'id' | 'email'>,
  text: string,
  nowMs: number,
): Promise<'right' | 'wrong' | 'unreadable'> {
  const factor = await tables.secondFactors.find(user.id);
  const given = parseCode(text);
  if (factor === null || factor.enabledAtMs === null || given === null) return 'wrong';
  if (given.kind === 'recovery') {
    const isOwn = await tables.secondFactors.takeCode(user.id, ports.secrets.hash(given.code));
    if (!isOwn) return 'wrong';
    await tables.audit.append({ actor: user.id, action: 'factor.recover', subject: user.id }, nowMs);
    await notifyOfFactor(tables, ports, user, { kind: 'factor.recover', actor: user.id }, nowMs);
    return 'right';
  }
  const secret = ports.factorVault.open(factor.sealed, user.id);
  if (secret === null) return 'unreadable';
  const step = ports.totp.stepOf(secret, given.code, nowMs);
  // A step that was accepted, or an earlier one, was seen by others or is played again.
  if (step === null || step <= factor.lastStep) return 'wrong';
  await tables.secondFactors.put(user.id, { ...factor, lastStep: step });
  return 'right';
}
