import { routeHandlers } from '@/app/api/route-handlers';
import { openApiOperation } from '@/lib/api/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(openApiOperation);
