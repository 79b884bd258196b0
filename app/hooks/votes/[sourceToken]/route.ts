import { routeHandlers } from '@/app/api/route-handlers';
import { receiveVoteOperation } from '@/lib/api/operations/receive-vote';

// Under plain Next alone: the front door handles deliveries itself.
export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(receiveVoteOperation);
