import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { hasSharedContainer, readEnv } from '@/lib/container';
import { settleForwarded } from '@/lib/http/forwarded';
import { prepareForNext } from '@/lib/http/incoming';

/** Readies the process in which Next serves the pages, and the API too when there is no front door before it. */
export function prepareNextServer(): void {
  // The sign-in library then believes the forwarded host, which is settled before any page sees it.
  process.env.AUTH_TRUST_HOST = 'true';
  delete process.env.NEXTAUTH_URL;
  if (hasSharedContainer()) return;
  const settle = settleForwarded(readEnv());
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    settle(request);
    prepareForNext(request);
  });
}
