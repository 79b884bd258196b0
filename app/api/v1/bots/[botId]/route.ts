import { routeHandlers } from '@/app/api/route-handlers';
import { readBotDetailsOperation } from '@/lib/api/operations/read-bot-details';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(readBotDetailsOperation);
