import { Agent, request } from 'node:http';
import { undocumented } from './openapi-check';

/** A response must arrive within this time; a server that hangs fails the test. */
const RESPONSE_MAX_MS = 15_000;

export type HttpRequest = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** Sent as `Transfer-Encoding: chunked`, one chunk each. */
  readonly chunks?: readonly (string | Uint8Array)[];
};

/** A response as it was received. */
export type HttpResponse = {
  readonly status: number;
  readonly text: string;
  /** All values of a header, in order. */
  readonly all: (name: string) => readonly string[];
  /** The value of a header; throws when the header came more than once. */
  readonly header: (name: string) => string | undefined;
  readonly headerNames: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: a response body has no type before it is checked.
  readonly json: () => any;
};

/** Sends requests to one server over keep-alive connections. */
export class Client {
  readonly #port: number;
  readonly #agent: Agent;

  constructor(port: number, maxSockets = 64) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets });
  }

  close(): void {
    this.#agent.destroy();
  }

  send({ method = 'GET', path = '/', headers = {}, body, chunks }: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const length = chunks === undefined && body !== undefined ? Buffer.byteLength(body) : undefined;
      const asked = request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path,
        headers: { ...headers, ...(length !== undefined && { 'Content-Length': length }) },
      });
      asked.setTimeout(RESPONSE_MAX_MS, () => asked.destroy(new Error(`${method} ${path}: no response.`)));
      asked.on('error', reject);
      asked.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          const given = answerOf(response.statusCode ?? 0, response.rawHeaders, text);
          // Whatever the suite asserts, every response must conform to the OpenAPI document.
          const fault = undocumented(method, path, given);
          if (fault === null) resolve(given);
          else reject(new Error(`${method} ${path}: ${fault}`));
        });
      });
      if (chunks !== undefined) for (const chunk of chunks) asked.write(chunk);
      asked.end(body);
    });
  }
}

function answerOf(status: number, rawHeaders: readonly string[], text: string): HttpResponse {
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    pairs.push([(rawHeaders[i] ?? '').toLowerCase(), rawHeaders[i + 1] ?? '']);
  }
  const all = (name: string) => pairs.filter(([n]) => n === name.toLowerCase()).map(([, value]) => value);
  return {
    status,
    text,
    all,
    header: (name) => {
      const values = all(name);
      if (values.length > 1) throw new Error(`The response has ${values.length} headers ${name}.`);
      return values[0];
    },
    headerNames: pairs.map(([name]) => name),
    json: () => JSON.parse(text),
  };
}
