import { z } from 'zod';
import { ACTIVITY_PATH } from '@/lib/contract/api-paths';
import { parseActivityKind, parseDay } from '@/lib/domain/activity';
import { parsePage } from '@/lib/domain/paging';
import { readActivity } from '@/lib/services/activity/read';
import { whole } from '@/lib/services/result';
import { sessionEndpoint } from '../endpoint';

/** One bot's activity: a page of it, or without `page` all, for the CSV file. An invalid kind or day is all. */
export const readActivityEndpoint = sessionEndpoint({
  path: ACTIVITY_PATH,
  query: z.object({
    kind: z.unknown().optional().transform(parseActivityKind),
    day: z.unknown().optional().transform(parseDay),
    page: z
      .unknown()
      .optional()
      .transform((page) => (page === undefined ? null : parsePage(page))),
  }),
  response: {
    description: 'An ActivityView.',
    content: {
      'application/json': { schema: z.looseObject({ nowMs: z.int(), entries: z.array(z.unknown()) }) },
    },
  },
  handle: async (ports, { who, params, query, hold }) =>
    whole(await readActivity(ports, who, params.botId, query, query.page, hold)),
});
