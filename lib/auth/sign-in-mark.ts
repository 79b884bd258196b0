import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long after a sign-in the browser is expected to open the next page. */
const MARK_MS = 60_000;

const FORM = /^(\d{13})\.([\w-]{43})$/;

/**
 * Marks the first page after a sign-in: a browser that opens it without a session has not kept the cookie. Signed, so that
 * no link can make the page say so.
 */
export const signInMark = (secret: string, nowMs: number): string =>
  `${nowMs}.${macOf(secret, String(nowMs))}`;

/** Whether it is the mark of a sign-in of the last minute. */
export function isSignInMark(secret: string, mark: unknown, nowMs: number): boolean {
  const [, atMs = '', mac = ''] = FORM.exec(typeof mark === 'string' ? mark : '') ?? [];
  const expected = macOf(secret, atMs);
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
    return false;
  return Math.abs(nowMs - Number(atMs)) < MARK_MS;
}

const macOf = (secret: string, atMs: string): string =>
  createHmac('sha256', secret).update(`signed-in ${atMs}`).digest('base64url');
