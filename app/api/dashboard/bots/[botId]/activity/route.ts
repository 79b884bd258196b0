import { routeHandlers } from '@/app/api/route-handlers';
import { readActivityOperation } from '@/lib/api/operations/dashboard';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readActivityOperation);
