import { routeHandlers } from '@/app/api/route-handlers';
import { storeWebhookOperation } from '@/lib/api/operations/store-webhook';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(storeWebhookOperation);
