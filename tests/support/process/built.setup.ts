import { ensureBuilt } from '@/lib/build/ensure-built.mjs';

/** These suites run the built server: `npm test` has built it already, a suite that runs alone builds it here. */
export default function setup(): Promise<void> {
  return ensureBuilt();
}
