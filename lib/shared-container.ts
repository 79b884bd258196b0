import type { Container } from './container';

const SHARED = Symbol.for('botmeter.container');
type Shared = { [SHARED]?: Container };

/** Shares the container among the bundles of this process: one store per process. */
export function shareContainer(opened: Container): void {
  (globalThis as Shared)[SHARED] = opened;
}

/** The container of this process, which is opened before any request. */
export function container(): Container {
  const shared = (globalThis as Shared)[SHARED];
  if (shared === undefined) throw new Error('The container is not open yet.');
  return shared;
}
