import { routeHandlers } from '@/app/api/route-handlers';
import { chartOperation } from '@/lib/api/operations/public';

// Under plain Next alone: the front door answers itself.
export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(chartOperation);
