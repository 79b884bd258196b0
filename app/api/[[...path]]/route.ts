import { unknownPath } from '@/app/api/route-handlers';

// Every path without a route file: not_found as JSON.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
