import { isStandardSecret, WEBHOOK_SECRET_PREFIX } from '../alerts/webhook';
import { DAY_MS } from '../quota/plan';
import { VOTE_KINDS, type VoteKind } from './vote';

/** Rules for the sources of votes that people make. */

export const sourceKind = (typed: string): VoteKind | null =>
  VOTE_KINDS.find((kind) => kind === typed) ?? null;

/** Begins the secrets that top.gg issues and signs with; without one, its older form is meant. */
const SIGNED_PREFIX = 'whs_';
export const isSignedSecret = (secret: string): boolean => secret.startsWith(SIGNED_PREFIX);

/** How long the secret before a rotation stays good, if the owner chose so. */
export const FORMER_VOTE_SECRET_MS = DAY_MS;

/** A bot list sends it in a header field. */
const SECRET = /^[\x21-\x7e]{8,200}$/;

/** Why a secret that a bot list has issued is refused, in one sentence; `null` if it is accepted. */
export function sourceSecretError(kind: VoteKind, secret: string): string | null {
  if (kind === 'generic') {
    return isStandardSecret(secret)
      ? null
      : `The secret is "${WEBHOOK_SECRET_PREFIX}" and the base64 of 24 to 64 bytes.`;
  }
  return SECRET.test(secret)
    ? null
    : 'The secret has 8 to 200 characters: letters, digits and signs, without spaces.';
}
