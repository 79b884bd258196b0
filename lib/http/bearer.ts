import { isWellFormedKey } from '@/lib/domain/api-key';
import { INVALID_KEY, MISSING_KEY } from './errors';
import type { ApiError } from './reply';

export type Bearer =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly failure: ApiError };

const BEARER = /^bearer(?:[ \t]+(.*))?$/i;

/**
 * Extracts the API key of an `Authorization` field (contract rule 1 and section 5). A wrong checksum is refused
 * without a look-up.
 */
export function parseBearer(authorization: string | null): Bearer {
  const match = BEARER.exec(authorization?.trim() ?? '');
  if (match === null) return { ok: false, failure: MISSING_KEY };
  const key = match[1] ?? '';
  return isWellFormedKey(key) ? { ok: true, key } : { ok: false, failure: INVALID_KEY };
}
