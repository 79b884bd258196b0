import { Secret, TOTP } from 'otpauth';
import type { Ports } from '@/lib/ports/ports';

/** The code that an app shows at `timestamp`. */
export const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Turns a person's second factor on without the service; returns the secret of their app and their recovery codes. */
export async function giveFactor({ directory, secrets, totp, factorVault }: Ports, email: string) {
  const secret = totp.newSecret();
  const codes = Array.from({ length: 10 }, totp.newRecoveryCode);
  await directory.write([], async ({ users, secondFactors }, nowMs) => {
    const userId = (await users.findByEmail(email))?.id ?? '';
    const times = { startedAtMs: nowMs, enabledAtMs: nowMs, lastStep: 0 };
    await secondFactors.put(userId, { sealed: factorVault.seal(secret, userId), startedBy: '', ...times });
    await secondFactors.replaceCodes(userId, codes.map(secrets.hash));
  });
  return { secret, codes };
}
