import { z } from 'zod';
import { UNREAD_PATH } from '@/lib/contract/api-paths';
import { countUnread } from '@/lib/services/notifications/unread';
import { whole } from '@/lib/services/result';
import { sessionEndpoint } from '../endpoint';

/** The number at the bell. */
export const countUnreadEndpoint = sessionEndpoint({
  path: UNREAD_PATH,
  response: {
    description: 'An UnreadView.',
    content: { 'application/json': { schema: z.object({ unread: z.int() }) } },
  },
  handle: async (ports, { who }) => whole(await countUnread(ports, who)),
});
