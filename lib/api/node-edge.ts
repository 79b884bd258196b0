import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hold } from '@/lib/ports/ports';
import type { Api } from './api';
import type { ApiRequest } from './operation';
import type { Match } from './router';

/** Serves a request of node:http. */
export async function serveApi(
  api: Api,
  match: Match | null,
  { path, query, hold }: { readonly path: string; readonly query: string; readonly hold: () => Hold },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await api.respond(
    {
      method: request.method ?? '',
      path,
      query,
      // Only `Set-Cookie`, which servers do not get, would be a list.
      headers: request.headers as ApiRequest['headers'],
      readBody: (bytesMax) => readBody(request, bytesMax),
      hold,
    },
    match,
  );
  if (body === null) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  // A body of which only a part was read must not keep the connection from its next request.
  if (!request.complete) request.resume();
}

async function readBody(request: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> {
  if (request.complete) {
    // All of it is in the buffer, even if the client has left since.
    const bytes: Buffer = request.read() ?? Buffer.alloc(0);
    return bytes.length > bytesMax ? null : bytes;
  }
  if (request.destroyed) throw new Error('The client left.');
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const add = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bytesMax) return void chunks.push(chunk);
      // Not destroyed: that would close the connection before the response is sent.
      request.off('data', add);
      resolve(null);
    };
    request.on('data', add);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => reject(new Error('The client left.')));
  });
}
