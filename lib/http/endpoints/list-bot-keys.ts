import { z } from 'zod';
import { BOT_KEYS_PATH } from '@/lib/contract/api-paths';
import { parsePage } from '@/lib/domain/paging';
import { viewKeys } from '@/lib/services/keys/find';
import { whole } from '@/lib/services/result';
import { sessionEndpoint } from '../endpoint';

/** A page of one bot's keys; an invalid page is the first. */
export const listBotKeysEndpoint = sessionEndpoint({
  path: BOT_KEYS_PATH,
  query: z.object({ page: z.unknown().optional().transform(parsePage) }),
  response: {
    description: 'A KeysView.',
    content: {
      'application/json': { schema: z.looseObject({ nowMs: z.int(), items: z.array(z.unknown()) }) },
    },
  },
  handle: async (ports, { who, params, query }) =>
    whole(await viewKeys(ports, who, params.botId, query.page)),
});
