import { z } from 'zod';
import { PEOPLE_PATH } from '@/lib/contract/api-paths';
import { parseSearch } from '@/lib/domain/paging';
import { unversioned } from '@/lib/services/result';
import { suggestPeople } from '@/lib/services/users/find';
import { sessionEndpoint } from '../endpoint';

/** People to choose an owner from, for admins. */
export const suggestPeopleEndpoint = sessionEndpoint({
  path: PEOPLE_PATH,
  query: z.object({ q: z.unknown().optional().transform(parseSearch) }),
  response: {
    description: 'A PeopleView.',
    content: { 'application/json': { schema: z.looseObject({ people: z.array(z.unknown()) }) } },
  },
  handle: async (ports, { who, query }) => unversioned(await suggestPeople(ports, who, query.q)),
});
