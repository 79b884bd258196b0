import { keyFault } from '@/lib/contract/faults/key';
import { KEY_PREFIX } from '@/lib/domain/keys/key-text';
import { malformedKey, missingKey } from './errors';
import type { ApiError } from './operation';

export type Bearer =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly failure: ApiError };

/** In place of the key if several `Authorization` headers were received (see joinFields). */
export const SEVERAL = ',';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const BEARER = /^bearer(?:[ \t]+(.*))?$/i;

/**
 * Extracts the API key of an `Authorization` field (contract rule 1 and section 5). A wrong checksum is refused
 * without a look-up.
 */
export function parseBearer(authorization: string | undefined): Bearer {
  const given = authorization?.replace(/^[ \t]+|[ \t]+$/g, '') ?? '';
  const match = BEARER.exec(given);
  if (match === null) return { ok: false, failure: missingKey(schemeFault(given)) };
  const key = match[1] ?? '';
  if (keyFault(key) === null) return { ok: true, key };
  const fault = key === SEVERAL ? 'There is more than one Authorization header.' : keyFault(decoded(key));
  return { ok: false, failure: malformedKey(fault ?? '') };
}

/** A field arrives as one character per byte; clients such as curl send UTF-8. */
function decoded(field: string): string {
  try {
    return UTF8.decode(Buffer.from(field, 'latin1'));
  } catch {
    return field;
  }
}

function schemeFault(given: string): string {
  if (given === '') return 'There is no Authorization header.';
  if (/^bearer/i.test(given)) return 'There is no blank after "Bearer".';
  if (given.toLowerCase().startsWith(KEY_PREFIX)) return 'The word "Bearer" is missing before the key.';
  return 'The Authorization header has another scheme than "Bearer".';
}
