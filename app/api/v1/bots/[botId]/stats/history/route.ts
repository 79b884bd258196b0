import { routeHandlers } from '@/app/api/route-handlers';
import { readStatsHistoryOperation } from '@/lib/api/operations/read-stats-history';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readStatsHistoryOperation);
