import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import type { Hold } from '@/lib/ports/ports';
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
};

/**
 * Sends a request to the pages process and its response to the client. Resolves when that process is done with it. A client
 * that hangs up ends the work on its page.
 */
export function forward(response: ServerResponse, { agent, socketPath, body, hold }: Options): Promise<void> {
  const { method, url, headers } = response.req;
  return new Promise((resolve) => {
    let held: Hold | undefined;
    const upstream = request({
      agent,
      socketPath,
      method,
      path: url,
      headers: { ...passedOn(headers), ...(body.length > 0 && { 'content-length': body.length }) },
    });
    const leave = () => void upstream.destroy();
    const end = () => {
      held?.end();
      response.off('close', leave);
      resolve();
    };
    response.once('close', leave);
    // The pages process says "102 Processing" when it holds a report until it is due.
    upstream.on('information', ({ statusCode }) => {
      if (statusCode !== 102 || held !== undefined) return;
      held = hold();
      if (held.signal.aborted) leave();
      else held.signal.addEventListener('abort', leave);
    });
    upstream.on('response', (incoming) => receive(incoming, response, resolve));
    upstream.on('error', () => fail(response));
    upstream.once('close', end);
    upstream.end(body);
  });
}

/** Passes on a response; `onLong` is called when it is too long to be received whole. */
function receive(incoming: IncomingMessage, response: ServerResponse, onLong: () => void): void {
  const { statusCode = 500, headers } = incoming;
  const chunks: Buffer[] = [];
  let size = 0;
  const add = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= WHOLE_BYTES_MAX) return;
    incoming.off('data', add).off('end', sendWhole);
    response.writeHead(statusCode, passedOn(headers));
    response.write(Buffer.concat(chunks));
    pipeline(incoming, response, () => {});
    onLong();
  };
  const sendWhole = () => {
    if (!incoming.complete) return fail(response);
    response.writeHead(statusCode, passedOn(headers));
    response.end(Buffer.concat(chunks));
  };
  incoming.on('data', add).once('end', sendWhole);
  incoming.once('error', () => fail(response));
}

/** The pages process ended before its response did. */
function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else if (!response.closed) sendUnavailable(response, 'lost');
}
