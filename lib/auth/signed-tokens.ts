import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PasswordVersion } from '@/lib/domain/people/caller';
import { FIRST_STEP_MS } from '@/lib/domain/people/second-factor';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { MailScope, UnsubscribeTokens } from '@/lib/ports/ports';
import type { CodeNeeded } from '@/lib/services/sessions/open';
import type { FirstStep } from '@/lib/services/sessions/second-step';

/** How long a browser counts as known after its last sign-in. */
export const KNOWN_BROWSER_MS = 180 * DAY_MS;

const BROWSER_FORM = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/;

/**
 * Issues the token of a known browser: a random id, the time, and an HMAC over both, the person and the password. A
 * new password invalidates it.
 */
export function issueKnownBrowser(secret: string, person: PasswordVersion, nowMs: number): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${nowMs}.${browserMac(secret, person, id, String(nowMs))}`;
}

/** The browser's id if its token matches this person and password and is at most 180 days old; else `null`. */
export function knownBrowserId(
  secret: string,
  token: string | undefined,
  person: PasswordVersion,
  nowMs: number,
): string | null {
  const [, id = '', issuedAtMs = '', mac = ''] = BROWSER_FORM.exec(token ?? '') ?? [];
  if (!isEqual(mac, browserMac(secret, person, id, issuedAtMs))) return null;
  return nowMs < Number(issuedAtMs) + KNOWN_BROWSER_MS ? id : null;
}

function browserMac(secret: string, person: PasswordVersion, id: string, issuedAtMs: string): string {
  const signed = JSON.stringify(['known-browser', person.userId, person.passwordHash, id, issuedAtMs]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

const STEP_FORM = /^([\w-]{1,400})\.([\w-]{43})$/;

/**
 * Issues what a browser keeps between the two steps of signing in: no session, only that a person's password, or account
 * elsewhere, was right. Bound to the person, their password and the browser.
 */
export function issueFirstStep(
  secret: string,
  { person, method, nowMs }: CodeNeeded,
  client: string,
): string {
  const claims = [randomBytes(16).toString('base64url'), person.userId, method, nowMs];
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${stepMac(secret, text, person, client)}`;
}

/** The first step in a cookie, whose signature only its `isFor` checks; `null` if there is none. */
export function readFirstStep(secret: string, token: string | undefined, client: string): FirstStep | null {
  const [, text = '', mac = ''] = STEP_FORM.exec(token ?? '') ?? [];
  const claims = STEP_CLAIMS.safeParse(jsonIn(text));
  if (!claims.success) return null;
  const [id, userId, method, atMs] = claims.data;
  return {
    ...{ id, userId, method },
    isFor: (person, nowMs) =>
      isEqual(mac, stepMac(secret, text, person, client)) && nowMs >= atMs && nowMs < atMs + FIRST_STEP_MS,
  };
}

const STEP_CLAIMS = z.tuple([z.string(), z.string(), z.string(), z.number()]);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

function stepMac(
  secret: string,
  text: string,
  { userId, passwordHash }: PasswordVersion,
  client: string,
): string {
  const signed = JSON.stringify(['first-step', text, userId, passwordHash, client]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

/** How long after a sign-in the browser is expected to open the next page. */
const MARK_MS = 60_000;

const MARK_FORM = /^(\d{13})\.([\w-]{43})$/;

/**
 * Marks the first page after a sign-in: a browser that opens it without a session has not kept the cookie. Signed, so that
 * no link can make the page say so.
 */
export const signInMark = (secret: string, nowMs: number): string =>
  `${nowMs}.${markMac(secret, String(nowMs))}`;

/** Whether it is the mark of a sign-in of the last minute. */
export function isSignInMark(secret: string, mark: unknown, nowMs: number): boolean {
  const [, atMs = '', mac = ''] = MARK_FORM.exec(typeof mark === 'string' ? mark : '') ?? [];
  return isEqual(mac, markMac(secret, atMs)) && Math.abs(nowMs - Number(atMs)) < MARK_MS;
}

const markMac = (secret: string, atMs: string): string =>
  createHmac('sha256', secret).update(`signed-in ${atMs}`).digest('base64url');

const UNSUBSCRIBE_FORM = /^([\w-]{1,400})\.([\w-]{43})$/;

/** Tokens of a scope and an HMAC over it, with a key of its own. */
export function unsubscribeTokens(authSecret: string): UnsubscribeTokens {
  const key = createHmac('sha256', authSecret).update('unsubscribe').digest();
  const macOf = (scope: string) => createHmac('sha256', key).update(scope).digest('base64url');
  return {
    issue(scope) {
      const parts =
        'type' in scope ? [scope.userId, scope.botId, scope.type] : [scope.userId, scope.messageId];
      const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
      return `${text}.${macOf(text)}`;
    },
    read(token) {
      const [, text = '', mac = ''] = UNSUBSCRIBE_FORM.exec(token) ?? [];
      if (!isEqual(mac, macOf(text))) return null;
      return scopeOf(JSON.parse(Buffer.from(text, 'base64url').toString()));
    },
  };
}

function scopeOf([userId = '', second = '', type]: readonly string[]): MailScope {
  return type === undefined ? { userId, messageId: second } : { userId, botId: second, type };
}

/** In a time that does not depend on where they differ. */
const isEqual = (mac: string, expected: string): boolean =>
  mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
