import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { hasSharedContainer } from '@/lib/container';
import { prepareForNext } from '@/lib/http/incoming';

/** Where Next itself is the server, lets API requests through to its route files as they came. */
export function prepareNextServer(): void {
  // Behind the front door the API's requests never reach Next.
  if (hasSharedContainer()) return;
  subscribe('http.server.request.start', (message) => {
    prepareForNext((message as { request: IncomingMessage }).request);
  });
}
