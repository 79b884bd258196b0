import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';
import { targetPath } from '@/lib/api/incoming';
import { CLIENT_ADDRESS_HEADER, networkOf } from '@/lib/request/forwarded';
import { isFile } from '@/lib/server/next/page-paths';
import { RequestBodies } from './request-body';
import { RequestQueue, sendBusy } from './request-queue';

const QUEUE = { perClientMax: 512, max: 2_048 };
/** A page takes 10 ms or more of the event loop, an API call 0.1 ms. An unread page is kept in memory as a whole. */
const PAGES = { ...QUEUE, slots: 2, unreadMax: 256 };
/** Files are streamed: an unread one keeps BODY_BUFFER_BYTES in memory. */
const FILES = { ...QUEUE, slots: 16, unreadMax: 1_024 };

/**
 * A queued request is started when another ends, and would run in the other's asynchronous context. Next keeps the
 * context of a page for as long as that of a page started from it: a chain that would grow while pages are queued.
 */
const outsideRequests = AsyncLocalStorage.snapshot();

export type RenderLimiter = {
  /** Serves or queues a request that is not for the API. Its forwarded fields must be resolved already. */
  readonly serve: RequestListener;
  /** Whether a request is still queued, so that no work would be lost with it. */
  readonly isWaiting: (response: ServerResponse) => boolean;
};

/**
 * Limits how much pages slow down API calls and each other. A request is queued once its body is complete; build
 * files and pages have separate queues, and few of each are served at a time. `accepted` returns the number of
 * connections accepted so far.
 */
export function createRenderLimiter(pages: RequestListener, accepted: () => number): RenderLimiter {
  const bodies = new RequestBodies();
  const pageQueue = new RequestQueue({ ...PAGES, accepted });
  const fileQueue = new RequestQueue({ ...FILES, accepted });
  return {
    isWaiting: (response) => pageQueue.isWaiting(response) || fileQueue.isWaiting(response),
    serve(request, response) {
      const client = networkOf(request.headers[CLIENT_ADDRESS_HEADER]?.toString() ?? '');
      const queue = isFile(targetPath(request.url ?? '/')) ? fileQueue : pageQueue;
      bodies.receive(response, client, (received) => {
        if (received === 'too_large') response.writeHead(413, { Connection: 'close' }).end();
        else if (received === 'no_room') sendBusy(response);
        else queue.add({ client, response, start: () => outsideRequests(pages, request, response) });
      });
    },
  };
}
