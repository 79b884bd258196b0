import { z } from 'zod';
import { OWN_BOTS_PATH } from '@/lib/contract/bot-view';
import { parsePage } from '@/lib/domain/paging';
import { listOwnBots } from '@/lib/services/bots/list-own';
import { sessionEndpoint } from '../endpoint';

/** A page of the signed-in person's bots; an invalid page number is page 1. */
export const listOwnBotsEndpoint = sessionEndpoint({
  path: OWN_BOTS_PATH,
  query: z.object({ page: z.unknown().optional().transform(parsePage) }),
  response: {
    description: 'An OwnBotsView.',
    content: { 'application/json': { schema: z.looseObject({ page: z.int(), bots: z.array(z.unknown()) }) } },
  },
  handle: (ports, { who, query }) => listOwnBots(ports, who, query.page),
});
