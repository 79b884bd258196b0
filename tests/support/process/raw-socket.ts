import { connect } from 'node:net';

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

/** Sends raw bytes and reads until the server closes the connection. Rejects when it does not. */
export function exchange(
  port: number,
  bytes: string | Uint8Array,
  maxMs = CLOSE_MAX_MS,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    const hung = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server left the connection open; so far: ${JSON.stringify(text)}`));
    }, maxMs);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    // A reset after the response also closes the connection.
    socket.on('error', () => {});
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
