import { routeHandlers } from '@/app/api/route-handlers';
import { badgeOperation } from '@/lib/api/operations/public';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(badgeOperation);
