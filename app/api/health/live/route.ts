import { routeHandlers } from '@/app/api/route-handlers';
import { liveOperation } from '@/lib/api/operations/health';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(liveOperation);
