import { routeOf } from '@/app/api/route-of';

// Whatever no other route file names: not_found in JSON, never a page.
export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf('/api/unknown');
