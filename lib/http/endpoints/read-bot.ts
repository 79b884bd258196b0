import { z } from 'zod';
import { BOT_VIEW_PATH } from '@/lib/contract/api-paths';
import { parseRange } from '@/lib/domain/history';
import { readBot } from '@/lib/services/bots/read';
import { sessionEndpoint } from '../endpoint';

/** One bot with its reports of a range, for its page; an invalid range is the last 24 hours. */
export const readBotEndpoint = sessionEndpoint({
  path: BOT_VIEW_PATH,
  query: z.object({
    range: z.unknown().optional().transform(parseRange),
    compare: z.unknown().optional(),
  }),
  response: {
    description: 'A BotView.',
    content: {
      'application/json': { schema: z.looseObject({ nowMs: z.int(), series: z.array(z.unknown()) }) },
    },
  },
  handle: (ports, { who, params, query: { range, compare }, hold }) =>
    readBot(ports, who, params.botId, range, { hold, isCompared: compare === '1' }),
});
