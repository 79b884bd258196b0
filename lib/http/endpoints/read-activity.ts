import { z } from 'zod';
import { ACTIVITY_PATH } from '@/lib/contract/dashboard-paths';
import { parseActivityKind, parseDay } from '@/lib/domain/activity';
import { readActivity } from '@/lib/services/activity/read';
import { sessionEndpoint } from '../endpoint';

/** One bot's activity, for the CSV file of its page; an invalid kind or day is all. */
export const readActivityEndpoint = sessionEndpoint({
  path: ACTIVITY_PATH,
  query: z.object({
    kind: z.unknown().optional().transform(parseActivityKind),
    day: z.unknown().optional().transform(parseDay),
  }),
  response: {
    description: 'An ActivityView.',
    content: {
      'application/json': { schema: z.looseObject({ nowMs: z.int(), entries: z.array(z.unknown()) }) },
    },
  },
  handle: (ports, { who, params, query, hold }) => readActivity(ports, who, params.botId, query, hold),
});
