import { connect, type Socket } from 'node:net';

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
