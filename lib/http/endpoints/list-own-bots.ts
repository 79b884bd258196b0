import { z } from 'zod';
import { OWN_BOTS_PATH } from '@/lib/contract/api-paths';
import { ownBotsFields, toBotListQuery } from '@/lib/contract/own-bots-query';
import { listOwnBots } from '@/lib/services/bots/list';
import { sessionEndpoint } from '../endpoint';

/** A page of the signed-in person's bots. */
export const listOwnBotsEndpoint = sessionEndpoint({
  path: OWN_BOTS_PATH,
  query: ownBotsFields,
  response: {
    description: 'An OwnBotsView.',
    content: { 'application/json': { schema: z.looseObject({ page: z.int(), bots: z.array(z.unknown()) }) } },
  },
  handle: (ports, { who, query, hold }) => listOwnBots(ports, who, toBotListQuery(query), hold),
});
