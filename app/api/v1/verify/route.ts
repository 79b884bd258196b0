import { routeHandlers } from '@/app/api/route-handlers';
import { verifyKeyOperation } from '@/lib/api/operations/verify-key';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(verifyKeyOperation);
