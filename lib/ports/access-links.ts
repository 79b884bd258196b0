import type { AccessLink, LinkKind } from '@/lib/domain/access-link';

/** Links for invited people and for new passwords, by the hash of their token. */
export interface AccessLinks {
  find(hash: string): Promise<AccessLink | null>;
  /** The newest `max` unexpired invitations, newest first. */
  listInvitations(nowMs: number, max: number): Promise<AccessLink[]>;
  /** Whether an invitation was issued for an address and not used, also if it has expired. */
  isInvited(email: string): Promise<boolean>;
  insert(link: AccessLink): Promise<void>;
  /** Deletes the links for an address, of one issuer or all. */
  deleteOfAddress(kind: LinkKind, email: string, issuer?: string): Promise<void>;
  /** Deletes the links for a person, of one kind or all; returns how many. */
  deleteOfUser(userId: string, kind?: LinkKind): Promise<number>;
  deleteIssuedBy(userId: string): Promise<void>;
  deleteExpired(nowMs: number): Promise<void>;
}
