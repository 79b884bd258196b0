import type { EndpointHealth } from './endpoint';

/** Requests at once of one instance (contract section 9). */
export const REQUESTS_MAX = 64;
/** Of these, for endpoints whose last try failed. The others have the rest, so that neither kind waits for the other. */
export const FAILING_MAX = 16;
/** Endpoints without a try yet: whether they respond is not known, so they leave some requests to those that do. */
const NEW_MAX = 32;
/** To one host, so that a host that hangs leaves the rest to others. */
export const HOST_MAX = 32;
/** The last requests are for hosts with fewer than this under way, so that several hosts that hang leave them to others. */
const HOST_FEW = 2;
const LAST_REQUESTS = 16;
/** To one host and of endpoints that are not known to work. */
const HOST_UNPROVEN_MAX = 8;

/** What decides whether a request may start. */
export type Slot = { readonly host: string; readonly health: EndpointHealth };

/** Counts the requests under way; `take` adds one if none of the limits is reached. */
export function countSlots(underWay: readonly Slot[]) {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  const limitsOf = ({ host, health }: Slot): (readonly [string, number])[] => {
    if (health === 'failing') return [['failing', FAILING_MAX], ...limitsOfHost(host, health)];
    const hasFew = count(`host ${host}`) < HOST_FEW;
    const othersMax = REQUESTS_MAX - FAILING_MAX - (hasFew ? 0 : LAST_REQUESTS);
    const ofNew: [string, number][] = health === 'new' ? [['new', NEW_MAX]] : [];
    return [['others', othersMax], ...ofNew, ...limitsOfHost(host, health)];
  };
  const isFree = (slot: Slot) => limitsOf(slot).every(([name, max]) => count(name) < max);
  const add = (slot: Slot) => {
    for (const [name] of limitsOf(slot)) counts.set(name, count(name) + 1);
  };
  for (const slot of underWay) add(slot);
  return {
    isFree,
    take(slot: Slot): boolean {
      if (!isFree(slot)) return false;
      add(slot);
      return true;
    },
  };
}

const limitsOfHost = (host: string, health: Slot['health']): (readonly [string, number])[] => [
  [`host ${host}`, HOST_MAX],
  ...(health === 'working' ? [] : [[`${health} of ${host}`, HOST_UNPROVEN_MAX] as const]),
];
