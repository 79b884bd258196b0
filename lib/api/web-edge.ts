import type { Api } from './api';
import type { Match } from './router';

/** Responds to a `Request`, as route files of Next do; by default its path decides about the operation. */
export async function respondToRequest(api: Api, request: Request, found?: Match | null): Promise<Response> {
  const { pathname: path, search } = new URL(request.url);
  const { status, headers, body } = await api.respond(
    {
      method: request.method,
      path,
      query: search.slice(1),
      // Next compresses every response itself, and would compress one twice.
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': undefined },
      readBody: (bytesMax) => readBody(request, bytesMax),
      hold: () => ({ signal: request.signal, end: () => {} }),
    },
    found === undefined ? api.find(path) : found,
  );
  return new Response(body, { status, headers });
}

async function readBody({ body, signal }: Request, bytesMax: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    // Not cancelled: that would close the connection before the response is sent.
    if (size > bytesMax) return null;
    chunks.push(value);
  }
  // A body that was aborted before it was read looks like an empty one.
  signal.throwIfAborted();
  return Buffer.concat(chunks);
}
