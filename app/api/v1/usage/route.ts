import { routeHandlers } from '@/app/api/route-handlers';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers();
