import type { Caller } from '@/lib/domain/people/caller';
import {
  isBeingSetUp,
  type QrDrawing,
  RECOVERY_CODES,
  type RememberedBrowser,
  recoveryCodeText,
  requiresFactor,
} from '@/lib/domain/people/second-factor';
import type { Ports, Tables } from '@/lib/ports/ports';
import { type FactorPorts, notifyOfFactor } from '../codes/notify';
import { spendCode } from '../codes/spend-code';
import { isStillProved, proofLocks, provePassword } from '../passwords/own';
import { conflict, done, forbidden, invalid, type Result } from '../result';
import type { LiveSession } from '../sessions/find';
import { type Recorder, writeAsEnrolling, writeAsPerson } from '../write';

/** The caller's second factor, as their page shows it. */
export type OwnFactor = {
  readonly email: string;
  readonly hasPassword: boolean;
  /** Whether the caller may do nothing before it is on. */
  readonly isRequired: boolean;
  /** When it was turned on; `null` if it is off. */
  readonly enabledAtMs: number | null;
  /** For the app, only while this session sets it up. */
  readonly setUp: { readonly secret: string; readonly qr: QrDrawing } | null;
  readonly codesLeft: number;
  /** `false` if this service has another AUTH_SECRET than when it was turned on. */
  readonly isReadable: boolean;
  readonly remembered: readonly RememberedBrowser[];
};

export async function readOwnFactor(
  { directory, factorVault, factorPolicy, totp }: FactorPorts,
  who: Caller,
): Promise<Result<OwnFactor>> {
  if (who.kind !== 'person' && who.kind !== 'enrolling') return forbidden();
  const { userId, sessionHash } = who;
  return directory.read(async ({ users, secondFactors }, nowMs) => {
    const user = await users.findById(userId);
    if (user === null) return forbidden();
    const factor = await secondFactors.find(userId);
    const isSettingUp = factor !== null && isBeingSetUp(factor, sessionHash, nowMs);
    const secret = factor && factorVault.open(factor.sealed, userId);
    return done({
      email: user.email,
      hasPassword: (await users.findPasswordHash(userId)) !== null,
      isRequired: requiresFactor(factorPolicy, user.role),
      enabledAtMs: factor?.enabledAtMs ?? null,
      setUp: isSettingUp && secret ? { secret, qr: totp.draw(secret, user.email) } : null,
      codesLeft: await secondFactors.countCodes(userId),
      isReadable: factor === null || secret !== null,
      remembered: await secondFactors.listRemembered(userId, nowMs),
    });
  });
}

/** Makes a secret for the caller's app, which their page shows for some minutes. Nothing changes until a code confirms it. */
export async function startFactor(ports: Ports, who: Caller, password: string): Promise<Result<null>> {
  const proved = await provePassword(ports, who, password);
  if (!proved.ok) return proved;
  return writeAsEnrolling(ports, who, proofLocks(proved.value), async (tables, nowMs, { user, session }) => {
    const still = await isStillProved(tables, user.id, proved.value);
    if (!still.ok) return still;
    if ((await tables.secondFactors.find(user.id))?.enabledAtMs) return conflict(IS_ON);
    const sealed = ports.factorVault.seal(ports.totp.newSecret(), user.id);
    const started = { startedBy: session.hash, startedAtMs: nowMs, enabledAtMs: null, lastStep: 0 };
    await tables.secondFactors.put(user.id, { sealed, ...started });
    return done(null);
  });
}

const IS_ON = 'Your second factor is on already.';

/** Recovery codes, which are shown once. */
export type RecoveryCodes = { readonly codes: readonly string[] };

/** Turns the factor on with the first code of the app, and ends the caller's other sessions, which none was asked for. */
export async function confirmFactor(ports: Ports, who: Caller, code: string): Promise<Result<RecoveryCodes>> {
  return writeAsEnrolling(ports, who, [], async (tables, nowMs, { user, session }, record) => {
    const factor = await tables.secondFactors.find(user.id);
    if (factor?.enabledAtMs) return conflict(IS_ON);
    const secret =
      factor !== null && isBeingSetUp(factor, session.hash, nowMs)
        ? ports.factorVault.open(factor.sealed, user.id)
        : null;
    if (factor === null || secret === null)
      return conflict('This took too long, or was begun elsewhere. Begin again.');
    const step = ports.totp.stepOf(secret, code.replace(/\s/g, ''), nowMs);
    if (step === null)
      return invalid(`This is not the code of your app now. Is the clock of your phone right?`, 'code');
    await tables.secondFactors.put(user.id, { ...factor, enabledAtMs: nowMs, lastStep: step });
    await tables.sessions.deleteOfUser(user.id, session.hash);
    await record('factor.enable', user.id);
    await notifyOfFactor(tables, ports, user, { kind: 'factor.enable', actor: user.id }, nowMs);
    return done(await newCodes(tables, ports, user.id));
  });
}

async function newCodes(
  { secondFactors }: Tables,
  { totp, secrets }: FactorPorts,
  userId: string,
): Promise<RecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, totp.newRecoveryCode);
  await secondFactors.replaceCodes(userId, codes.map(secrets.hash));
  return { codes: codes.map(recoveryCodeText) };
}

/** The caller's password and a code, as every change of a factor that is on needs. */
export type Proof = { readonly password: string; readonly code: string };

/** Turns the caller's factor off. Where one is required, the next page asks for a new one. */
export const removeFactor = (ports: Ports, who: Caller, proof: Proof): Promise<Result<null>> =>
  changeFactor(ports, who, proof, async (tables, nowMs, { user }, record) => {
    await tables.secondFactors.delete(user.id);
    await record('factor.disable', user.id);
    await notifyOfFactor(tables, ports, user, { kind: 'factor.disable', actor: user.id }, nowMs);
    return null;
  });

/** Replaces the caller's recovery codes. */
export const renewCodes = (ports: Ports, who: Caller, proof: Proof): Promise<Result<RecoveryCodes>> =>
  changeFactor(ports, who, proof, async (tables, nowMs, { user }, record) => {
    await record('factor.renew-codes', user.id);
    await notifyOfFactor(tables, ports, user, { kind: 'factor.renew-codes', actor: user.id }, nowMs);
    return newCodes(tables, ports, user.id);
  });

async function changeFactor<T>(
  ports: Ports,
  who: Caller,
  { password, code }: Proof,
  change: (tables: Tables, nowMs: number, live: LiveSession, record: Recorder) => Promise<T>,
): Promise<Result<T>> {
  if (who.kind !== 'person') return forbidden();
  const proved = await provePassword(ports, who, password);
  if (!proved.ok) return proved;
  return writeAsPerson(ports, who, proofLocks(proved.value), async (tables, nowMs, live, record) => {
    const still = await isStillProved(tables, live.user.id, proved.value);
    if (!still.ok) return still;
    const used = await spendCode(tables, ports, live.user, code, nowMs);
    return used.ok ? done(await change(tables, nowMs, live, record)) : used;
  });
}

/** Asks a browser of the caller for a code again; `id` is the beginning of its hash. */
export const forgetBrowser = (ports: Ports, who: Caller, id: string): Promise<Result<null>> =>
  writeAsPerson(ports, who, [], async ({ secondFactors }, nowMs, { user }) => {
    const all = await secondFactors.listRemembered(user.id, nowMs);
    const found = all.find(({ hash }) => browserId(hash) === id);
    if (found !== undefined) await secondFactors.forget(user.id, found.hash);
    return done(null);
  });

/** Names a remembered browser among those of its person. */
export const browserId = (hash: string): string => hash.slice(0, 12);
