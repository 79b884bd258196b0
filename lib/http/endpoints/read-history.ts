import { z } from 'zod';
import { BOT_HISTORY_PATH } from '@/lib/contract/api-paths';
import { HISTORY_POINTS } from '@/lib/contract/views';
import { parseRange } from '@/lib/domain/history';
import { HISTORY_ORDERS, parseCursor } from '@/lib/domain/stored-point';
import { listHistory } from '@/lib/services/bots/view-history';
import { unversioned } from '@/lib/services/result';
import { sessionEndpoint } from '../endpoint';

/** A page of a bot's stored history, for the table and the CSV file of its page. Invalid parameters are ignored. */
export const readHistoryEndpoint = sessionEndpoint({
  path: BOT_HISTORY_PATH,
  query: z.object({
    range: z.unknown().optional().transform(parseRange),
    order: z.enum(HISTORY_ORDERS).catch('newest'),
    after: z.unknown().optional().transform(parseCursor),
    max: z.coerce.number().int().min(1).max(HISTORY_POINTS.max).catch(HISTORY_POINTS.default),
  }),
  response: {
    description: 'A HistoryPage.',
    content: {
      'application/json': {
        schema: z.looseObject({ points: z.array(z.unknown()), next: z.string().nullable() }),
      },
    },
  },
  handle: async (ports, { who, params, query, hold }) =>
    unversioned(await listHistory(ports, who, params.botId, query, hold)),
});
