import { routeHandlers } from '@/app/api/route-handlers';

// Serves every API path without a route file; unknown paths get not_found as JSON.
export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers();
