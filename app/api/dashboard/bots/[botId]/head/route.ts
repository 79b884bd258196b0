import { routeHandlers } from '@/app/api/route-handlers';
import { readBotHeadOperation } from '@/lib/api/operations/dashboard';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readBotHeadOperation);
