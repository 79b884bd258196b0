import { routeHandlers } from '@/app/api/route-handlers';
import { pauseBotOperation, resumeBotOperation } from '@/lib/api/operations/marks';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  pauseBotOperation,
  resumeBotOperation,
);
