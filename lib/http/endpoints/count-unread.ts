import { z } from 'zod';
import { UNREAD_PATH } from '@/lib/contract/dashboard-paths';
import { countUnread } from '@/lib/services/events/count-unread';
import { sessionEndpoint } from '../endpoint';

/** The number at the bell, for pages that read nothing else again. */
export const countUnreadEndpoint = sessionEndpoint({
  path: UNREAD_PATH,
  response: {
    description: 'An UnreadView.',
    content: { 'application/json': { schema: z.object({ nowMs: z.int(), unread: z.int() }) } },
  },
  handle: (ports, { who }) => countUnread(ports, who),
});
