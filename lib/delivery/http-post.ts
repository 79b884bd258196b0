import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { HOST_MAX } from '@/lib/domain/alerts/delivery';
import { DeliveryFailure, type End, type ExchangeReply, exchange } from './exchange';
import { type Guard, type Target, targetOf } from './guard';
import type { Resolve } from './resolve';

export type HttpPost = {
  /** Rejects with why there was no response. Without a body it is a GET. */
  readonly post: (url: URL, headers: Record<string, string>, body: string | null) => Promise<ExchangeReply>;
  /** Ends all requests and connections. */
  readonly close: () => void;
};

type Options = {
  readonly guard: Guard;
  readonly resolve: Resolve;
  /** For everything from the first question to DNS to the last byte of the response, ms. */
  readonly timeLimitMs: number;
  /** Certificate authorities in place of the known ones. */
  readonly ca?: string;
};

const HEADER_BYTES_MAX = 16_384;

const CONNECTIONS = {
  keepAlive: true,
  // Idle ones for each host: as many as may be in use, as events come in bursts. Those in use have no limit but the caller's: a request in the agent's queue would use up its
  // time there, and would not hear of its end.
  maxFreeSockets: HOST_MAX,
  // Of an idle connection, ms.
  timeout: 10_000,
  autoSelectFamily: true,
  // Node gives up an address after this time; its 250 ms are too short for distant hosts.
  autoSelectFamilyAttemptTimeout: 4_000,
};

/**
 * POST requests that reach only what the guard allows, and take only so much time and memory. Redirects are not
 * followed, cookies and proxies not used. The guard sees every address that a name resolves to before it can be
 * connected to, and the address of the connection before a byte is sent on it.
 */
export function createHttpPost({ guard, resolve, timeLimitMs, ca }: Options): HttpPost {
  const plain = new http.Agent(CONNECTIONS);
  const tls = new https.Agent({ ...CONNECTIONS, ca, rejectUnauthorized: true });
  const open = new Set<End>();
  let isClosed = false;

  const lookupFor =
    (target: Target): LookupFunction =>
    (name, _, done) => {
      resolve(name, guard.isNamed(target)).then(
        (addresses) => {
          const allowed = addresses.filter((address) => guard.refusal(target, address) === null);
          const refusal = guard.refusal(target, addresses[0] ?? '');
          if (allowed.length === 0) return done(new DeliveryFailure(refusal ?? ''), []);
          done(
            null,
            allowed.map((address) => ({ address, family: isIP(address) })),
          );
        },
        (error) => done(error, []),
      );
    };

  const begin = (method: string, url: URL, headers: Record<string, string>): ClientRequest => {
    const target = targetOf(url);
    const request = (target.isTls ? https : http).request(url, {
      method,
      agent: target.isTls ? tls : plain,
      headers,
      lookup: lookupFor(target),
      maxHeaderSize: HEADER_BYTES_MAX,
    });
    request.once('socket', (socket) =>
      whenConnected(socket, () => {
        const refusal = guard.refusal(target, socket.remoteAddress ?? '');
        if (refusal !== null) request.destroy(new DeliveryFailure(refusal));
      }),
    );
    return request;
  };

  return {
    async post(url, headers, body) {
      const refusal = isClosed ? STOPPED : guard.earlyRefusal(targetOf(url));
      if (refusal !== null) throw new DeliveryFailure(refusal);
      let end: End | undefined;
      const endCurrent: End = (failure) => end?.(failure);
      const late = () => endCurrent(new DeliveryFailure(`No response within ${timeLimitMs / 1_000} s.`));
      const timer = setTimeout(late, timeLimitMs);
      open.add(endCurrent);
      try {
        for (;;) {
          const request = begin(body === null ? 'GET' : 'POST', url, headers);
          const current = exchange(request, body ?? '');
          end = current.end;
          try {
            return await current.reply;
          } catch (error) {
            // The receiver closed an idle connection while the request was sent on it: that says nothing.
            if (!request.reusedSocket || !isReset(error)) throw error;
          }
        }
      } finally {
        clearTimeout(timer);
        open.delete(endCurrent);
      }
    },
    close() {
      isClosed = true;
      for (const end of open) end(new DeliveryFailure(STOPPED));
      for (const agent of [plain, tls]) agent.destroy();
    },
  };
}

const STOPPED = 'Botmeter was stopped.';

function whenConnected(socket: Socket, check: () => void): void {
  // Before the listeners that write the request or begin TLS.
  if (socket.connecting) socket.prependOnceListener('connect', check);
  else check();
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
