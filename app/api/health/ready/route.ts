import { routeHandlers } from '@/app/api/route-handlers';
import { readyOperation } from '@/lib/api/operations/health';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readyOperation);
