import { checkQuery } from '@/lib/contract/faults/body';
import { jsonFault, UTF8 } from '@/lib/contract/faults/json';
import type { OperationContract } from '@/lib/contract/operation-contract';
import { BODY_BYTES_MAX, BODY_TOO_LARGE, invalidJson, invalidQuery, unsupportedMediaType } from './errors';
import type { ApiError, ApiRequest } from './operation';

/** What was read of a request. */
type Read =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: ApiError };

/** What a body is read from. */
type Source = Pick<ApiRequest, 'headers' | 'readBody'>;

/** The parsed query; of an operation without a schema the text as it is. */
export function readQuery({ query: schema }: Pick<OperationContract, 'query'>, query: string): Read {
  if (schema === undefined) return { ok: true, value: query };
  const checked = checkQuery(schema, query);
  return checked.ok ? checked : { ok: false, failure: invalidQuery(checked.issues) };
}

/** The client left before its body was complete: nobody to respond to, nothing to count. */
export class BodyAborted extends Error {}

/** Reads a JSON body of at most BODY_BYTES_MAX bytes, checked in the contract's order (415, 413, 400). */
export async function readJsonBody(request: Source): Promise<Read> {
  const fault = mediaTypeFault(request.headers);
  if (fault !== null) return { ok: false, failure: unsupportedMediaType(fault) };
  const bytes = await readBounded(request);
  if (bytes === null) return { ok: false, failure: BODY_TOO_LARGE };
  try {
    return { ok: true, value: JSON.parse(UTF8.decode(bytes)) };
  } catch {
    return { ok: false, failure: invalidJson(jsonFault(bytes)) };
  }
}

/** What is wrong with the type or the encoding of a body, as a sentence that shows neither; `null` if nothing is. */
function mediaTypeFault(headers: Source['headers']): string | null {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return typeFault(mediaType, headers);
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === 'identity' || encoding === '' ? null : 'The body has a Content-Encoding.';
}

function typeFault(mediaType: string | undefined, headers: Source['headers']): string {
  if (mediaType === 'application/x-www-form-urlencoded' || mediaType === 'multipart/form-data')
    return 'The Content-Type is that of a form.';
  if (mediaType) return 'The Content-Type is not "application/json".';
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return hasBody ? 'The Content-Type is missing.' : 'There is no body.';
}

/** The body, or `null` if its declared or actual size is too large; then the rest is not read. */
export async function readBounded({ headers, readBody }: Source): Promise<Uint8Array | null> {
  if (Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX) return null;
  try {
    return await readBody(BODY_BYTES_MAX);
  } catch (cause) {
    throw new BodyAborted('The body ended early.', { cause });
  }
}
