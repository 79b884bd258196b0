import { DAY_MS, MINUTE_MS } from '../quota/plan';
import type { Role } from './caller';

/** Who must have a second factor. */
export const FACTOR_POLICIES = ['optional', 'admins', 'everyone'] as const;
export type FactorPolicy = (typeof FACTOR_POLICIES)[number];

export const requiresFactor = (policy: FactorPolicy, role: Role): boolean =>
  policy === 'everyone' || (policy === 'admins' && role === 'admin');

/** A person's authenticator app (RFC 6238). */
export type SecondFactor = {
  /** The secret, encrypted for this person. */
  readonly sealed: string;
  /** The hash of the session that began to set it up, the only one that is shown the secret. */
  readonly startedBy: string;
  readonly startedAtMs: number;
  /** `null` until a code has shown that the app has the secret. */
  readonly enabledAtMs: number | null;
  /** The step of time of the last code that was accepted: a code works once. */
  readonly lastStep: number;
};

/** A QR code as one path in a square of `size` units. */
export type QrDrawing = { readonly size: number; readonly path: string };

/** How long one may take to set it up. */
const SETUP_MS = 15 * MINUTE_MS;

/** Whether a session may see the secret, and turn the factor on. */
export const isBeingSetUp = (factor: SecondFactor, sessionHash: string, nowMs: number): boolean =>
  factor.enabledAtMs === null &&
  factor.startedBy === sessionHash &&
  nowMs >= factor.startedAtMs &&
  nowMs < factor.startedAtMs + SETUP_MS;

export const RECOVERY_CODES = 10;

/** How long the code may follow the password. */
export const FIRST_STEP_MS = 5 * MINUTE_MS;

/** Wrong codes of one person; of one first step as many as in a window. */
export const WRONG_CODES_MAX = { window: 5, day: 20 } as const;

/** How long a browser that was chosen to be remembered is not asked for a code. */
export const REMEMBERED_MS = 30 * DAY_MS;
export const REMEMBERED_MAX = 20;

/** A browser that is not asked for a code. Its token is only in its cookie; the service stores a hash. */
export type RememberedBrowser = {
  readonly hash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly client: string;
};

/** A code as people type it: of the app, or a recovery code. `null` if it can be neither. */
export function parseCode(text: string): { readonly kind: 'app' | 'recovery'; readonly code: string } | null {
  const typed = text.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(typed)) return { kind: 'app', code: typed };
  const code = typed.replaceAll('o', '0').replace(/[il]/g, '1');
  return RECOVERY_FORM.test(code) ? { kind: 'recovery', code } : null;
}

/** Crockford's base32 has no letters that are read as others. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits. */
export const RECOVERY_LENGTH = 16;
const RECOVERY_FORM = /^[0-9a-hjkmnp-tv-z]{16}$/;

/** A recovery code as it is shown. */
export const recoveryCodeText = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
