import { routeHandlers } from '@/app/api/route-handlers';
import { metricsOperation } from '@/lib/api/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(metricsOperation);
