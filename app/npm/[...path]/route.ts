import { routedHandlers } from '@/app/api/route-handlers';

// The folder of a scope would begin with "@", which Next takes for a slot of a layout.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routedHandlers;
