import { ENDPOINTS } from './endpoints/list';
import { createRouter } from './router';

/** The router of every endpoint of the API. */
export const ROUTES = createRouter(ENDPOINTS);
