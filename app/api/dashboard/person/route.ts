import { routeHandlers } from '@/app/api/route-handlers';
import { readPersonOperation } from '@/lib/api/operations/dashboard';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readPersonOperation);
