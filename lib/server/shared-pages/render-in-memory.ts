import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
} from 'node:http';
import { duplexPair } from 'node:stream';

export type Rendered = {
  readonly status: number;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
};

/** Sends requests to `pages` over an in-memory connection. */
export function inMemoryClient(pages: RequestListener) {
  // This server never listens.
  const server = createServer(pages);
  return (path: string, headers: Readonly<Record<string, string>>): Promise<Rendered> =>
    new Promise((resolve, reject) => {
      const [client, served] = duplexPair();
      server.emit('connection', served);
      const sent: ClientRequest = request({ path, headers, createConnection: () => client });
      sent.once('error', reject);
      sent.once('response', (response: IncomingMessage) => {
        const { statusCode = 0, rawHeaders } = response;
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.once('error', reject);
        response.once('end', () => resolve({ status: statusCode, rawHeaders, body }));
      });
      sent.end();
    });
}
