import type { PasswordVersion } from '@/lib/domain/people/caller';
import { FIRST_STEP_MS, REMEMBERED_MS, WRONG_CODES_MAX } from '@/lib/domain/people/second-factor';
import { countAttempt, throttleWaitMs } from '@/lib/domain/people/throttle';
import type { Ports, Tables } from '@/lib/ports/ports';
import { spendCode } from '../codes/spend-code';
import { conflict, done, type Result } from '../result';
import { personLock } from '../write';
import { type Origin, openSession, type SignedInPerson, shortClient } from './open';

/** What a browser brings that has passed the first step of signing in. */
export type FirstStep = {
  readonly id: string;
  readonly userId: string;
  /** How the person signed in. */
  readonly method: string;
  /** Whether it was issued for this password of this person, to this browser, in the last minutes. */
  readonly isFor: (person: PasswordVersion, nowMs: number) => boolean;
};

type SecondStep = { readonly code: string; readonly remembers: boolean };

/** `rememberToken` is for the cookie of a browser that was chosen to be remembered. */
type Finished = SignedInPerson & { readonly rememberToken: string | null };

/** Finishes a sign-in with a code of the app, or a recovery code. */
export async function finishSignIn(
  ports: Ports,
  step: FirstStep | null,
  { code, remembers }: SecondStep,
  origin: Origin,
): Promise<Result<Finished>> {
  if (step === null) return conflict(STEP_OVER);
  const { id, userId, method } = step;
  return ports.directory.write([personLock(userId)], async (tables, nowMs): Promise<Result<Finished>> => {
    const { users, access, secondFactors } = tables;
    const wrongs = await wrongCodes(tables, id, nowMs);
    const user = await users.findById(userId);
    const passwordHash = (await users.findPasswordHash(userId)) ?? '';
    const isLive = user !== null && !user.isDisabled && step.isFor({ userId, passwordHash }, nowMs);
    if (!isLive || wrongs.isVoid) return conflict(STEP_OVER);
    const used = await spendCode(tables, ports, user, code, nowMs);
    if (!used.ok) {
      if (used.refusal.code === 'invalid') await wrongs.count();
      const { address } = origin;
      await access.record({ kind: 'sign-in.refuse', subject: userId, detail: 'code', address }, nowMs);
      return used;
    }
    const opened = await openSession(tables, ports, user, { ...origin, method }, nowMs, used.value);
    if (opened.kind !== 'signed-in') return conflict(STEP_OVER);
    if (!remembers) return done({ ...opened, rememberToken: null });
    const rememberToken = ports.secrets.newToken();
    await secondFactors.remember(userId, {
      hash: ports.secrets.hash(rememberToken),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + REMEMBERED_MS,
      client: shortClient(origin.client),
    });
    return done({ ...opened, rememberToken });
  });
}

const STEP_OVER = 'This took too long, or too many codes were wrong. Sign in again.';

/** The wrong codes of one first step. */
async function wrongCodes({ signInAttempts }: Tables, id: string, nowMs: number) {
  const subject = `step:${id}`;
  const next = countAttempt(await signInAttempts.find(subject), nowMs, FIRST_STEP_MS);
  return {
    isVoid: throttleWaitMs(next, WRONG_CODES_MAX.window, nowMs, FIRST_STEP_MS) > 0,
    count: () => signInAttempts.put(subject, next),
  };
}

/** What the page that asks for the code shows; `null` if the first step is over. */
export async function findFirstStep(
  { directory, factorVault }: Pick<Ports, 'directory' | 'factorVault'>,
  { userId, isFor }: FirstStep,
): Promise<{ readonly email: string; readonly isReadable: boolean } | null> {
  return directory.read(async ({ users, secondFactors }, nowMs) => {
    const user = await users.findById(userId);
    const passwordHash = (await users.findPasswordHash(userId)) ?? '';
    if (user === null || user.isDisabled || !isFor({ userId, passwordHash }, nowMs)) return null;
    const factor = await secondFactors.find(userId);
    return {
      email: user.email,
      isReadable: factor === null || factorVault.open(factor.sealed, userId) !== null,
    };
  });
}
