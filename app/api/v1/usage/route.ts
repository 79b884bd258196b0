import { routeHandlers } from '@/app/api/route-handlers';
import { readUsageOperation } from '@/lib/api/operations/read-usage';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readUsageOperation);
