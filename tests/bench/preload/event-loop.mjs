import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded before the product: sends the longest block of the event loop since the last request, in ms, on request. */
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
process.on('message', () => {
  process.send?.(delays.max / 1e6);
  delays.reset();
});
