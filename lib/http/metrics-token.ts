import { INVALID_KEY, MISSING_KEY } from './errors';
import type { ApiError } from './reply';

/**
 * The error of an `Authorization` field without the metrics token; `null` if it has the token. Compares hashes, so
 * that the time reveals nothing.
 */
export function metricsTokenError(
  authorization: string | null,
  token: string,
  hash: (text: string) => string,
): ApiError | null {
  const [, given] = /^bearer[ \t]+(.+)$/i.exec(authorization?.trim() ?? '') ?? [];
  if (given === undefined) return { ...MISSING_KEY, message: NO_TOKEN };
  return hash(given) === hash(token) ? null : { ...INVALID_KEY, message: WRONG_TOKEN };
}

const NO_TOKEN = 'Send the metrics token as "Authorization: Bearer <token>".';
const WRONG_TOKEN = 'This is not the metrics token.';
