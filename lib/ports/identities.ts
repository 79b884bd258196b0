import type { ConnectedIdentity, Identity } from '@/lib/domain/identity';

/** Accounts at other providers with which people can sign in. */
export interface Identities {
  findUserId(identity: Identity): Promise<string | null>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<ConnectedIdentity[]>;
  insert(identity: Identity, userId: string, nowMs: number): Promise<void>;
  delete(identity: Identity): Promise<void>;
}
