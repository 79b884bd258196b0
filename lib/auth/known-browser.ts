import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@/lib/domain/plan';
import type { PasswordVersion } from '@/lib/domain/user';

/** How long a browser counts as known after its last sign-in. */
export const KNOWN_BROWSER_MS = 180 * DAY_MS;

const FORM = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/;

/**
 * Issues the token of a known browser: a random id, the time, and an HMAC over both, the person and the password. A
 * new password invalidates it.
 */
export function issueKnownBrowser(secret: string, person: PasswordVersion, nowMs: number): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${nowMs}.${macOf(secret, person, id, String(nowMs))}`;
}

/** The browser's id if its token matches this person and password and is at most 180 days old; else `null`. */
export function knownBrowserId(
  secret: string,
  token: string | undefined,
  person: PasswordVersion,
  nowMs: number,
): string | null {
  const [, id = '', issuedAtMs = '', mac = ''] = FORM.exec(token ?? '') ?? [];
  const expected = macOf(secret, person, id, issuedAtMs);
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
    return null;
  return nowMs < Number(issuedAtMs) + KNOWN_BROWSER_MS ? id : null;
}

function macOf(secret: string, person: PasswordVersion, id: string, issuedAtMs: string): string {
  const signed = JSON.stringify(['known-browser', person.userId, person.passwordHash, id, issuedAtMs]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}
