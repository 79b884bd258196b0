import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import { RECOVERY_ALPHABET, RECOVERY_LENGTH } from '@/lib/domain/people/second-factor';
import type { Totp } from '@/lib/ports/ports';

/** RFC 4226 recommends as many for SHA-1, which all apps know. */
const SECRET_BYTES = 20;
const ISSUER = 'Botmeter';

const app = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });

export const totp: Totp = {
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
  draw(secret, email) {
    const { size, data } = encode(app(secret, email).toString(), { border: 4 });
    const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size, path: path.join('') };
  },
  stepOf(secret, token, timestamp) {
    const one = app(secret);
    const away = one.validate({ token, timestamp, window: 1 });
    return away === null ? null : one.counter({ timestamp }) + away;
  },
  // 32 letters: every value of five bits is as likely.
  newRecoveryCode: () =>
    Array.from(randomBytes(RECOVERY_LENGTH), (byte) => RECOVERY_ALPHABET.charAt(byte & 31)).join(''),
};
