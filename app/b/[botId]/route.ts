import { routeHandlers } from '@/app/api/route-handlers';
import { publicPageOperation } from '@/lib/api/operations/public';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(publicPageOperation);
