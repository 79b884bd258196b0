import { routeEvents } from '@/lib/services/events/route';
import type { Job } from './job';

/** Creates the deliveries and mails of events. */
export const routeEventsJob: Job = { name: 'route-events', everyMs: 1_000, run: routeEvents };
