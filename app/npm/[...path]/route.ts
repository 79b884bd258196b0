import { routeHandlers } from '@/app/api/route-handlers';
import { archiveOperation, packageOperation } from '@/lib/api/operations/packages';

// Under plain Next alone: the front door answers itself.
export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  packageOperation,
  archiveOperation,
);
