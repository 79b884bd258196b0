import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

type Fault = (request: IncomingMessage, response: ServerResponse) => void;

type Fields = Readonly<Record<string, string>>;

const json =
  (status: number, body: object, headers: Fields = {}): Fault =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
const bare =
  (status: number, text = '', headers: Fields = {}): Fault =>
  (_, response) =>
    void response.writeHead(status, headers).end(text);
/** What the service says of an unknown key; of the rest something that the advice must survive. */
const SAID: Record<string, string> = { invalid_key: 'Create a key.' };
const refusal = (status: number, error: string, headers: Fields = {}, details?: object): Fault => {
  const message = SAID[error] ?? 'no';
  const body = { success: false, error, message, requestId: 'request-1', ...(details && { details }) };
  return json(status, body, headers);
};

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

/** Faults of a service, or of another server at its address; the first segment of the path selects one. */
export const FAULTS = {
  hangs: () => {},
  'hangs-in-body': (_, response) => void response.writeHead(200).write('{"success":'),
  resets: (request) => void request.socket.destroy(),
  'resets-in-body': (request, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('{"success":');
    setImmediate(() => request.socket.destroy());
  },
  html: bare(200, '<html>Welcome</html>', { 'Content-Type': 'text/html' }),
  'half-json': bare(200, '{"success":true,"data":{"botId"'),
  'other-json': json(200, { success: true, data: { hello: 'world' } }),
  nothing: bare(200),
  '204': bare(204),
  '10-mb': (_, response) => stream(response, 10_000_000),
  '10-mb-of-500': (_, response) => stream(response.writeHead(500), 10_000_000),
  redirects: bare(307, '', { Location: 'http://elsewhere.test/' }),
  '400': refusal(400, 'invalid_body', {}, { issues: [{ path: 'serverCount', message: 'too many' }] }),
  '401': refusal(401, 'invalid_key', { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' }),
  '401-bare': bare(401),
  '403-disabled': refusal(403, 'bot_disabled'),
  '403-mismatch': refusal(403, 'bot_mismatch'),
  '403-html': bare(403, '<html>blocked</html>'),
  '404': refusal(404, 'not_found'),
  '408': bare(408, '', { Connection: 'close' }),
  '413': refusal(413, 'body_too_large'),
  '429-60': refusal(429, 'update_too_soon', { 'Retry-After': '60' }, { retryAfterSeconds: 60 }),
  '429-details': refusal(429, 'update_too_soon', {}, { retryAfterSeconds: 70 }),
  '429-limits': refusal(429, 'update_too_soon', { RateLimit: '"interval";r=0;t=90' }),
  '429-bare': bare(429),
  '429-date': bare(429, '', {
    'Retry-After': 'Fri, 02 Jan 1970 00:02:00 GMT',
    Date: 'Fri, 02 Jan 1970 00:00:00 GMT',
  }),
  '429-absurd': bare(429, '', { 'Retry-After': '99999999999999' }),
  '500': refusal(500, 'internal_error'),
  '502-html': bare(502, '<html>Bad gateway</html>'),
  '503-40': refusal(503, 'storage_unavailable', { 'Retry-After': '40' }),
  'echoes-the-key': (request, response) => {
    const { authorization = '' } = request.headers;
    const details = { issues: [{ path: authorization, message: 'seen' }] };
    const headers = { 'X-Request-Id': authorization.replace('Bearer ', '') };
    json(400, { success: false, error: 'invalid_body', details }, headers)(request, response);
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

export type FaultServer = {
  readonly url: string;
  /** The number of requests so far. */
  readonly count: () => number;
  /** Resolves when the next request has arrived. */
  readonly arrival: () => Promise<IncomingMessage>;
  readonly close: () => Promise<void>;
};

/** Starts an HTTP server for which `url/<fault>` is a `baseUrl` with that fault. */
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

/** Starts the server for the tests of a file. */
export function suiteFaultServer(): () => FaultServer {
  let server: FaultServer | undefined;
  beforeAll(async () => {
    server = await openFaultServer();
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error('The server has not been started.');
    return server;
  };
}
