import { routeHandlers } from '@/app/api/route-handlers';
import { readAnalyticsOperation } from '@/lib/api/operations/read-analytics';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readAnalyticsOperation);
