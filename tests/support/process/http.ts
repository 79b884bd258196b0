import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { OPERATIONS } from '@/lib/api/operations/list';
import { createRouter } from '@/lib/api/router';
import { dereferenced, openApiDocument } from '@/lib/contract/openapi/openapi';
import type { OpenApiOperation } from '@/lib/contract/openapi/operation-object';

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

const { paths } = dereferenced(openApiDocument(OPERATIONS));

const router = createRouter(OPERATIONS);
/** Every path of the API. */
export const ROUTES = router.routes;

/** The documented responses of an operation; `undefined` when the document does not have it. */
function responsesOf(method: string, target: string): OpenApiOperation['responses'] | undefined {
  const match = router.find(target.split('?', 1)[0] ?? '');
  return match === null ? undefined : paths[match.route.path]?.[method.toLowerCase()]?.responses;
}

const schemas = new Map<object, z.ZodType>();

function schemaOf(schema: object): z.ZodType {
  const known = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(schema, known);
  return known;
}

/** How a response violates the OpenAPI document; `null` when it conforms or the operation is not documented. */
function undocumented(method: string, path: string, response: HttpResponse): string | null {
  const responses = responsesOf(method, path);
  if (responses === undefined) return null;
  const documented = responses[response.status];
  if (documented === undefined) return `the status ${response.status} is not documented`;
  const [type = ''] = response.header('content-type')?.split(';') ?? [];
  if (response.text !== '' && !Object.hasOwn(documented.content, type)) return `${type} is not documented`;
  const json = type === 'application/json' ? documented.content[type] : undefined;
  const body = json && schemaOf(json.schema as object).safeParse(response.json());
  if (body?.success === false) {
    return `the body of ${response.status} is not as documented: ${body.error.message}`;
  }
  const headers = new Set(Object.keys(documented.headers).map((name) => name.toLowerCase()));
  const missing = response.headerNames.filter((name) => isDocumentable(name) && !headers.has(name));
  return missing.length === 0 ? null : `undocumented headers: ${missing.join(', ')}`;
}

/** General HTTP headers are not part of the document. */
const isDocumentable = (name: string) =>
  !/^(content-type|content-length|date|connection|keep-alive|transfer-encoding)$/.test(name);

/** A connection that the server does not close within this time counts as hanging. */
const CLOSE_MAX_MS = 15_000;

/** Everything that the server sent on a connection before it closed it. */
export type RawResponse = {
  /** 0 when there was no response. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  readonly text: string;
};

type Sent = string | Uint8Array | ((socket: Socket) => void);

/** Sends bytes, or what a function writes, and reads until the server closes the connection. Rejects when it does not. */
export const exchange = async (port: number, sent: Sent, maxMs = CLOSE_MAX_MS): Promise<RawResponse> =>
  exchangeOn(await open(port), sent, maxMs);

/** Opens a connection for each message, and sends the messages once all connections are open. */
export async function exchangeAtOnce(
  port: number,
  messages: readonly string[],
  maxMs = CLOSE_MAX_MS,
): Promise<{ readonly responses: Promise<RawResponse[]> }> {
  const opened = await Promise.all(messages.map(async (message) => ({ message, socket: await open(port) })));
  return {
    responses: Promise.all(opened.map(({ message, socket }) => exchangeOn(socket, message, maxMs))),
  };
}

/** Opens a connection. What the server sends is read once there is a listener for `data`. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      // A later error is followed by 'close'.
      socket.off('error', reject).on('error', () => {});
      resolve(socket);
    });
  });
}

function exchangeOn(socket: Socket, sent: Sent, maxMs: number): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let text = '';
    const hung = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server left the connection open; so far: ${JSON.stringify(text)}`));
    }, maxMs);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('close', () => {
      clearTimeout(hung);
      const [head = ''] = text.split('\r\n\r\n', 1);
      const body = text.slice(head.length + 4);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
        head,
        body: /^transfer-encoding: chunked/im.test(head) ? dechunked(body) : body,
        text,
      });
    });
    if (typeof sent === 'function') sent(socket);
    else socket.write(sent);
  });
}

/** A raw request without a body and with `Connection: close`. */
export function rawRequest(target: string, headers: readonly string[] = [], method = 'GET'): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
}

/** The value of a header in the raw response head. */
export const rawHeader = (response: RawResponse, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(response.head)?.[1]?.trim();

/** Decodes a chunked body. API responses are ASCII, so characters are bytes. */
function dechunked(text: string): string {
  let body = '';
  for (let rest = text; ; ) {
    const size = Number.parseInt(rest, 16);
    if (!(size > 0)) return body;
    const from = rest.indexOf('\r\n') + 2;
    body += rest.slice(from, from + size);
    rest = rest.slice(from + size + 2);
  }
}
