import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.mjs';

export type Received = {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A status, a whole response, or a function that does with the connection what it wants. */
export type Scripted =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** A server that records every request and responds as scripted. */
export type HttpReceiver = {
  readonly port: number;
  /** `http://127.0.0.1:…` or `https://…`; `WEBHOOK_ALLOW` takes `host`. */
  readonly origin: string;
  readonly host: string;
  readonly requests: readonly Received[];
  /** The number of connections so far, with or without a request. */
  readonly connections: () => number;
  /** Responses to the next requests, in order; after them every request gets 204. */
  readonly respondNext: (...responses: Scripted[]) => void;
  /** The requests, as soon as there are so many. */
  readonly received: (count: number) => Promise<readonly Received[]>;
  readonly stop: () => Promise<void>;
};

export type ReceiverOptions = {
  /** The loopback address to listen on; '127.0.0.1' if left out. */
  readonly address?: string;
  readonly isTls?: boolean;
  /** What responds when nothing is scripted; 204 if left out. */
  readonly otherwise?: (request: Received) => Scripted;
};

export async function startHttpReceiver(options: ReceiverOptions = {}): Promise<HttpReceiver> {
  const { address = '127.0.0.1', isTls = false, otherwise = () => 204 } = options;
  const requests: Received[] = [];
  const scripted: Scripted[] = [];
  const arrivals = new EventEmitter();
  let connections = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: await text(request) };
    requests.push(received);
    arrivals.emit('request');
    const script = scripted.shift() ?? otherwise(received);
    if (typeof script === 'function') return script(response, request);
    const {
      status,
      headers: fields = {},
      body = '',
    } = typeof script === 'number' ? { status: script } : script;
    response.writeHead(status, fields).end(body);
  };
  // A sender may hang up in the middle of its request.
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void serve(request, response).catch(() => response.destroy());
  const server: Server & { closeAllConnections(): void } = isTls
    ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, listener)
    : createServer(listener);
  server.on('connection', () => connections++);
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return {
    port,
    host,
    origin: `${isTls ? 'https' : 'http'}://${host}`,
    requests,
    connections: () => connections,
    respondNext: (...responses) => scripted.push(...responses),
    async received(count) {
      while (requests.length < count) await once(arrivals, 'request');
      return requests;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
