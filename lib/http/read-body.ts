import { BODY_BYTES_MAX, BODY_TOO_LARGE, INVALID_JSON, UNSUPPORTED_MEDIA_TYPE } from './failures';
import type { Failure } from './reply';

export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: Failure };

/** The client went away before its body was complete: there is no one to answer and nothing to count. */
export class BodyAborted extends Error {}

/** Reads a JSON body of at most BODY_BYTES_MAX bytes, in the contract's order of checks (415, 413, 400). */
export async function readJsonBody(request: Request): Promise<ReadBody> {
  if (!isPlainJson(request.headers)) return { ok: false, failure: UNSUPPORTED_MEDIA_TYPE };
  const bytes = await readBounded(request).catch((cause: unknown) => {
    throw new BodyAborted('The body ended early.', { cause });
  });
  if (bytes === null) return { ok: false, failure: BODY_TOO_LARGE };
  try {
    return { ok: true, value: JSON.parse(UTF8.decode(bytes)) };
  } catch {
    return { ok: false, failure: INVALID_JSON };
  }
}

// Always UTF-8, whatever the parameters say; a byte-order mark is dropped, a wrong byte refused (contract section 3).
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function isPlainJson(headers: Headers): boolean {
  const mediaType = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  return mediaType === 'application/json' && (encoding === 'identity' || encoding === '');
}

/** The body, or `null` when it is declared or turns out to be too large; then the rest is not read. */
async function readBounded(request: Request): Promise<Uint8Array | null> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    // The HTTP parser lets no more through than was declared.
    return Number(declared) > BODY_BYTES_MAX ? null : new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > BODY_BYTES_MAX) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  // A body that broke off before anyone read it looks like an empty one.
  request.signal.throwIfAborted();
  return Buffer.concat(chunks);
}
