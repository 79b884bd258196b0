import { routeHandlers } from '@/app/api/route-handlers';
import { readVotesOperation } from '@/lib/api/operations/read-votes';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readVotesOperation);
