import { routeHandlers } from '@/app/api/route-handlers';
import { readBreakdownOperation } from '@/lib/api/operations/read-breakdown';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readBreakdownOperation);
