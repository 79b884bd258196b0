import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fault = (request: IncomingMessage, response: ServerResponse) => void;

const json = (status: number, body: object, headers: Record<string, string> = {}): Fault => {
  return (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const refusal = (
  status: number,
  error: string,
  headers: Record<string, string> = {},
  details?: object,
): Fault =>
  json(
    status,
    { success: false, error, message: 'no', requestId: 'request-1', ...(details && { details }) },
    headers,
  );

const stream = (response: ServerResponse, total: number) => {
  const block = Buffer.alloc(65_536, 'a');
  let sent = 0;
  const more = () => {
    while (sent < total) {
      sent += block.length;
      if (!response.write(block)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
};

/** What a service, or whatever answers in its place, can do wrong; the first folder of the path picks one. */
export const FAULTS = {
  hangs: () => {},
  'hangs-in-body': (_, response) => void response.writeHead(200).write('{"success":'),
  resets: (request) => void request.socket.destroy(),
  'resets-in-body': (request, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('{"success":');
    setImmediate(() => request.socket.destroy());
  },
  html: (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>'),
  'half-json': (_, response) => void response.end('{"success":true,"data":{"botId"'),
  'other-json': json(200, { success: true, data: { hello: 'world' } }),
  nothing: (_, response) => void response.end(),
  '204': (_, response) => void response.writeHead(204).end(),
  '10-mb': (_, response) => stream(response, 10_000_000),
  '10-mb-of-500': (_, response) => stream(response.writeHead(500), 10_000_000),
  redirects: (_, response) => void response.writeHead(307, { Location: 'http://elsewhere.test/' }).end(),
  '400': refusal(400, 'invalid_body', {}, { issues: [{ path: 'serverCount', message: 'too many' }] }),
  '401': refusal(401, 'invalid_key', { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' }),
  '401-bare': (_, response) => void response.writeHead(401).end(),
  '403-disabled': refusal(403, 'bot_disabled'),
  '403-mismatch': refusal(403, 'bot_mismatch'),
  '403-html': (_, response) => void response.writeHead(403).end('<html>blocked</html>'),
  '404': refusal(404, 'not_found'),
  '408': (_, response) => void response.writeHead(408, { Connection: 'close' }).end(),
  '413': refusal(413, 'body_too_large'),
  '429-60': refusal(429, 'update_too_soon', { 'Retry-After': '60' }, { retryAfterSeconds: 60 }),
  '429-details': refusal(429, 'update_too_soon', {}, { retryAfterSeconds: 70 }),
  '429-limits': refusal(429, 'update_too_soon', { RateLimit: '"interval";r=0;t=90' }),
  '429-bare': (_, response) => void response.writeHead(429).end(),
  '429-date': (_, response) =>
    void response
      .writeHead(429, {
        'Retry-After': 'Fri, 02 Jan 1970 00:02:00 GMT',
        Date: 'Fri, 02 Jan 1970 00:00:00 GMT',
      })
      .end(),
  '429-absurd': (_, response) => void response.writeHead(429, { 'Retry-After': '99999999999999' }).end(),
  '500': refusal(500, 'internal_error'),
  '502-html': (_, response) => void response.writeHead(502).end('<html>Bad gateway</html>'),
  '503-40': refusal(503, 'storage_unavailable', { 'Retry-After': '40' }),
  'echoes-the-key': (request, response) =>
    json(
      400,
      {
        success: false,
        error: 'invalid_body',
        details: { issues: [{ path: request.headers.authorization, message: 'seen' }] },
      },
      { 'X-Request-Id': String(request.headers.authorization).replace('Bearer ', '') },
    )(request, response),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

export type FaultServer = {
  readonly url: string;
  /** Requests so far. */
  readonly count: () => number;
  /** Resolves when the next request has arrived. */
  readonly arrival: () => Promise<IncomingMessage>;
  readonly close: () => Promise<void>;
};

/** A real HTTP server: `url/<fault>` as base address meets that fault. */
export async function openFaultServer(): Promise<FaultServer> {
  let count = 0;
  const server: Server = createServer((request, response) => {
    count += 1;
    const name = (request.url ?? '').split('/')[1] ?? '';
    request.resume();
    const fault: Fault | undefined = (FAULTS as Record<string, Fault>)[name];
    if (fault) fault(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    arrival: () => new Promise((resolve) => server.once('request', resolve)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
