import { routeEvents } from '@/lib/services/events/route';
import type { Job } from './job';
import type { WakeSignal } from './wake-signal';

/** Creates the deliveries and mails of events: `wake` is set when one is stored, `routed` when it has deliveries. */
export const routeEventsJob = (wake: WakeSignal, routed: WakeSignal): Job => ({
  name: 'route-events',
  everyMs: 1_000,
  wake,
  async run(ports, signal, aside) {
    if (await routeEvents(ports, signal, aside)) routed.set();
  },
});
