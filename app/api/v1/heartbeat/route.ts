import { routeHandlers } from '@/app/api/route-handlers';
import { sendHeartbeatOperation } from '@/lib/api/operations/send-heartbeat';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(sendHeartbeatOperation);
