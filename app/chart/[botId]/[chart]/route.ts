import { routeHandlers } from '@/app/api/route-handlers';
import { chartOperation } from '@/lib/api/operations/public';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(chartOperation);
