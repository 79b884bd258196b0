import { BODY_BYTES_MAX, BODY_TOO_LARGE, invalidJson, unsupportedMediaType } from './errors';
import { jsonFault, UTF8 } from './json-fault';
import type { ApiError } from './operation';

export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: ApiError };

/** The client left before its body was complete: nobody to respond to, nothing to count. */
export class BodyAborted extends Error {}

export const INCOMPLETE = { reason: 'The body is incomplete.' };

/** Reads a JSON body of at most BODY_BYTES_MAX bytes, checked in the contract's order (415, 413, 400). */
export async function readJsonBody(request: Request): Promise<ReadBody> {
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
function mediaTypeFault(headers: Headers): string | null {
  const mediaType = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return typeFault(mediaType, headers);
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  return encoding === 'identity' || encoding === '' ? null : 'The body has a Content-Encoding.';
}

function typeFault(mediaType: string | undefined, headers: Headers): string {
  if (mediaType === 'application/x-www-form-urlencoded' || mediaType === 'multipart/form-data')
    return 'The Content-Type is that of a form.';
  if (mediaType) return 'The Content-Type is not "application/json".';
  const hasBody = headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0;
  return hasBody ? 'The Content-Type is missing.' : 'There is no body.';
}

/** The body, or `null` if its declared or actual size is too large; then the rest is not read. */
export const readBounded = (request: Request): Promise<Uint8Array | null> =>
  readBytes(request).catch((cause: unknown) => {
    throw new BodyAborted('The body ended early.', { cause });
  });

async function readBytes(request: Request): Promise<Uint8Array | null> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    // The HTTP parser never delivers more than was declared.
    return Number(declared) > BODY_BYTES_MAX ? null : new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    // Not cancelled: cancelling would close the connection before the response is sent.
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(value);
  }
  // A body that was aborted before it was read looks like an empty one.
  request.signal.throwIfAborted();
  return Buffer.concat(chunks);
}
