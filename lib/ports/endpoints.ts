import type { Endpoint, EndpointHealth } from '@/lib/domain/endpoint';

/** An endpoint with its secrets, which are encrypted (lib/ports/vault.ts). */
export type StoredEndpoint = Endpoint & {
  readonly sealedAddress: string;
  /** `null` for Discord, whose address is the secret. */
  readonly sealedSecret: string | null;
  readonly sealedFormerSecret: string | null;
  /** No request before. */
  readonly notBeforeMs: number;
};

/** An endpoint for which a delivery is due. */
export type DueEndpoint = Pick<Endpoint, 'id' | 'botId' | 'host' | 'health'>;

/** An instance's right to deliver to endpoints, for a time. */
export type Lease = { readonly token: string; readonly untilMs: number };

export type WantedEndpoints = {
  readonly health: EndpointHealth;
  /** Without those of these hosts. */
  readonly exceptHosts: readonly string[];
};

/** Endpoints of each kind in `wanted`, without those in `except`. */
export type DueQuery = { readonly wanted: readonly WantedEndpoints[]; readonly except: readonly string[] };

/** The webhook endpoints of bots (contract section 9). Its writes need the bot's lock (lib/services/locks.ts). */
export interface Endpoints {
  findById(id: string): Promise<StoredEndpoint | null>;
  /** Oldest first. */
  listOfBots(botIds: readonly string[]): Promise<StoredEndpoint[]>;
  insert(endpoint: StoredEndpoint): Promise<void>;
  update(ids: readonly string[], change: Partial<StoredEndpoint>): Promise<void>;
  /** Deletes it with its deliveries. */
  delete(id: string): Promise<void>;
  /** Sets when each is due from its deliveries; call it after they, the status or `notBeforeMs` have changed. */
  schedule(ids: readonly string[]): Promise<void>;
  /** Up to `max` of each kind in `wanted` that no instance delivers to, the longest due first. */
  listDue(which: DueQuery, max: number, nowMs: number): Promise<DueEndpoint[]>;
  /** Claims those of the endpoints that are still due and that no instance delivers to. */
  claim(ids: readonly string[], lease: Lease, nowMs: number): Promise<StoredEndpoint[]>;
  /** Those of the endpoints that are still claimed with this token. */
  listClaimed(ids: readonly string[], token: string): Promise<StoredEndpoint[]>;
  /** Ends the claims with this token, and sets when each is due. */
  release(ids: readonly string[], token: string): Promise<void>;
  /** Those after `afterId`, in order of id, with more than `kept` deliveries of which some were made before `beforeMs`. */
  listOverfull(
    afterId: string,
    beforeMs: number,
    kept: number,
    max: number,
  ): Promise<Pick<Endpoint, 'id' | 'botId'>[]>;
}
