import type { Delivery } from '@/lib/domain/delivery';
import type { Waiting } from './waiting';

export type NewDelivery = Pick<
  Delivery,
  'endpointId' | 'eventId' | 'botId' | 'eventType' | 'createdAtMs' | 'nextAtMs'
>;

/** Deliveries of events to endpoints, which are their log too (contract section 9). */
export interface Deliveries {
  find(endpointId: string, eventId: string): Promise<Delivery | null>;
  /** Those of the events to the endpoints, in any order. */
  listOfEvents(endpointIds: readonly string[], eventIds: readonly string[]): Promise<Delivery[]>;
  /** The newest first; `page` counts from 1 and has PAGE_SIZE deliveries. */
  listOfEndpoint(endpointId: string, page: number): Promise<Delivery[]>;
  countOfEndpoint(endpointId: string): Promise<number>;
  /** The number of waiting deliveries by endpoint; without those that have none. */
  countWaiting(endpointIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Of all endpoints. */
  waiting(): Promise<Waiting>;
  /** The time of the last try by endpoint; without those that were never tried. */
  lastTries(endpointIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Adds deliveries, each once: one that exists stays as it is. */
  insert(deliveries: readonly NewDelivery[]): Promise<void>;
  /** The waiting deliveries that are due, up to `max` of each endpoint, of each the longest due first. */
  listDue(endpointIds: readonly string[], max: number, nowMs: number): Promise<Delivery[]>;
  /** Stores everything that changes in deliveries that exist. */
  save(deliveries: readonly Delivery[]): Promise<void>;
  /** Drops the oldest waiting deliveries beyond WAITING_MAX; returns how many. */
  dropOldest(endpointId: string): Promise<number>;
  /** Deletes up to `max` deliveries made before `beforeMs` that are not among the last `kept`; returns how many. */
  prune(endpointId: string, beforeMs: number, kept: number, max: number): Promise<number>;
}
