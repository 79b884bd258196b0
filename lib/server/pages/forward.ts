import { once } from 'node:events';
import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import type { Hold } from '@/lib/ports/ports';
import { mended } from '../next/faults';
import { sendUnavailable } from './unavailable';

/** A response up to this size is received whole before its client gets it: a client that does not read blocks nobody. */
const WHOLE_BYTES_MAX = 2 * 1_024 * 1_024;

/** Header fields of one connection, which are not passed on (RFC 9110, section 7.6.1). */
const OF_CONNECTION = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
] as const;

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed = { ...headers };
  for (const name of [...OF_CONNECTION, ...(headers.connection ?? '').toLowerCase().split(/[\s,]+/)])
    delete passed[name];
  return passed;
}

type Options = {
  readonly agent: Agent;
  readonly socketPath: string;
  readonly body: Buffer;
  /** Notes that the pages process holds the response back, and tells when the client has hung up. */
  readonly hold: () => Hold;
  /** Called when nothing listens on the socket. */
  readonly onGone: (socketPath: string) => void;
};

/** Errors of a connection that was not made: nothing was sent. */
const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Sends a request to the pages process and its response to the client. Resolves when that process is done with it, or the
 * response is too long to be received whole. A client that hangs up ends the work on its page.
 */
export async function forward(
  response: ServerResponse,
  { agent, socketPath, body, hold, onGone }: Options,
): Promise<void> {
  const { method, url: path, headers } = response.req;
  const client = new AbortController();
  const leave = () => client.abort();
  response.once('close', leave);
  let held: Hold | undefined;
  try {
    const upstream = request({
      agent,
      socketPath,
      method,
      path,
      headers: { ...passedOn(headers), ...(body.length > 0 && { 'content-length': body.length }) },
      signal: client.signal,
    });
    // The pages process says "102 Processing" when it holds a report until it is due.
    upstream.on('information', ({ statusCode }) => {
      if (statusCode !== 102 || held !== undefined) return;
      held = hold();
      if (held.signal.aborted) leave();
      else held.signal.addEventListener('abort', leave);
    });
    // Also those after the response has begun, which are errors of the response too.
    upstream.on('error', () => {});
    const [incoming]: IncomingMessage[] = await once(upstream.end(body), 'response');
    if (incoming !== undefined) await receive(incoming, response);
  } catch (error) {
    const isGone = GONE.has((error as NodeJS.ErrnoException).code);
    if (isGone) onGone(socketPath);
    // Else the pages process ended before its response did, or the client has hung up.
    if (response.headersSent) response.destroy();
    else if (!response.closed) sendUnavailable(response, isGone ? 'starting' : 'lost');
  } finally {
    held?.end();
    response.off('close', leave);
  }
}

async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > WHOLE_BYTES_MAX) break;
  }
  const { status, headers, body } = mended(response.req, incoming);
  response.writeHead(status, passedOn(headers));
  if (incoming.readableEnded) return void response.end(body ?? Buffer.concat(chunks));
  response.write(Buffer.concat(chunks));
  pipeline(incoming, response, () => {});
}
