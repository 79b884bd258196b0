import { routeHandlers } from '@/app/api/route-handlers';
import { readAnalyticsOperation } from '@/lib/api/operations/read-analytics';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readAnalyticsOperation);
