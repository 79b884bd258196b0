import { routeHandlers } from '@/app/api/route-handlers';
import { readBotHistoryOperation } from '@/lib/api/operations/read-bot-history';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readBotHistoryOperation);
