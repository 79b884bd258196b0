import { routeHandlers } from '@/app/api/route-handlers';
import { reportStatsOperation } from '@/lib/api/operations/report-stats';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(reportStatsOperation);
