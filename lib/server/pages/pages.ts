import { Agent, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { targetPath } from '@/lib/api/incoming';
import type { Hold } from '@/lib/ports/ports';
import { CLIENT_ADDRESS_HEADER, networkOf } from '@/lib/request/forwarded';
import { isFile } from '@/lib/server/next/page-paths';
import { forward } from './forward';
import { RequestBodies } from './request-body';
import { RequestQueue } from './request-queue';
import { sendUnavailable } from './unavailable';

const QUEUE = { perClientMax: 512, max: 2_048 };
/** A page takes 10 ms or more of a processor. */
const PAGE_SLOTS = 2;
const FILE_SLOTS = 16;

type Options = {
  /** The socket of the pages process; rejects while it is not running. */
  readonly socket: () => Promise<string>;
  /** Called when nothing listens on such a socket. */
  readonly onGone: (socketPath: string) => void;
  readonly hold: (request: IncomingMessage) => Hold;
  /** Connections to the pages process at a time. */
  readonly inFlightMax: number;
};

export type Pages = {
  /** Serves or queues a request that is not for the API. Its forwarded fields must be resolved already. */
  readonly serve: RequestListener;
  /** Whether a request is still queued, so that no work would be lost with it. */
  readonly isWaiting: (response: ServerResponse) => boolean;
  /** To be called when the pages process has little to do: what it has waits, so others are started. */
  readonly onIdle: () => void;
};

/**
 * Serves pages and files of the build from the pages process. A request is queued once its body is complete; files and pages
 * have separate queues, and few of each are made at a time.
 */
export function createPages({ socket, onGone, hold, inFlightMax }: Options): Pages {
  const bodies = new RequestBodies();
  const files = Math.min(FILE_SLOTS, Math.floor(inFlightMax / 2));
  const pageQueue = new RequestQueue({ ...QUEUE, slots: PAGE_SLOTS, inFlightMax: inFlightMax - files });
  const fileQueue = new RequestQueue({ ...QUEUE, slots: files, inFlightMax: files });
  const agent = new Agent({ keepAlive: true, maxFreeSockets: PAGE_SLOTS });
  const start = async (response: ServerResponse, body: Buffer, leaveSlot: () => void) => {
    const socketPath = await socket().catch(() => null);
    if (response.closed) return;
    if (socketPath === null) return sendUnavailable(response, 'starting');
    const onHeld = () => {
      leaveSlot();
      return hold(response.req);
    };
    await forward(response, { agent, socketPath, body, hold: onHeld, onGone });
  };
  return {
    isWaiting: (response) => pageQueue.isWaiting(response) || fileQueue.isWaiting(response),
    onIdle() {
      pageQueue.releaseSlots();
      fileQueue.releaseSlots();
    },
    serve(request, response) {
      const client = networkOf(request.headers[CLIENT_ADDRESS_HEADER]?.toString() ?? '');
      const queue = isFile(targetPath(request.url ?? '/')) ? fileQueue : pageQueue;
      bodies.receive(response, client, (received) => {
        if (received === 'too_large') response.writeHead(413, { Connection: 'close' }).end();
        else if (received === 'no_room') sendUnavailable(response, 'busy');
        else queue.add({ client, response, start: (leaveSlot) => start(response, received, leaveSlot) });
      });
    },
  };
}
