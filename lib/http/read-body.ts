import { BODY_BYTES_MAX, BODY_TOO_LARGE, INVALID_JSON, UNSUPPORTED_MEDIA_TYPE } from './errors';
import type { ApiError } from './reply';

export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: ApiError };

/** The client left before its body was complete: nobody to respond to, nothing to count. */
export class BodyAborted extends Error {}

/** Reads a JSON body of at most BODY_BYTES_MAX bytes, checked in the contract's order (415, 413, 400). */
export async function readJsonBody(request: Request): Promise<ReadBody> {
  if (!isPlainJson(request.headers)) return { ok: false, failure: UNSUPPORTED_MEDIA_TYPE };
  const bytes = await readBounded(request);
  if (bytes === null) return { ok: false, failure: BODY_TOO_LARGE };
  try {
    return { ok: true, value: JSON.parse(UTF8.decode(bytes)) };
  } catch {
    return { ok: false, failure: INVALID_JSON };
  }
}

// Always UTF-8, whatever the charset parameter says. A byte-order mark is dropped, invalid bytes are refused
// (contract section 3).
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function isPlainJson(headers: Headers): boolean {
  const mediaType = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  return mediaType === 'application/json' && (encoding === 'identity' || encoding === '');
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
