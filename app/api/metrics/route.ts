import { routeOf } from '@/app/api/route-of';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf('/api/metrics');
