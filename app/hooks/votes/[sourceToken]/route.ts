import { routeHandlers } from '@/app/api/route-handlers';
import { receiveVoteOperation } from '@/lib/api/operations/receive-vote';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(receiveVoteOperation);
