import { type AccessLink, isLinkLive } from '@/lib/domain/access-link';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

/** What the page of a link shows. */
export type FoundLink = Pick<AccessLink, 'kind' | 'email' | 'role' | 'expiresAtMs'> & {
  /** Whether accounts at other providers sign the person in. */
  readonly hasIdentities: boolean;
};

/** The working link of a token; `null` if it was used, voided or has expired. Uses nothing up. */
export async function findLink(
  { directory, secrets }: Pick<Ports, 'directory' | 'secrets'>,
  token: string,
): Promise<FoundLink | null> {
  return directory.read(async (tables, nowMs) => {
    const link = await readLink(tables, secrets.hash(token), nowMs);
    if (link === null) return null;
    const { kind, email, role, expiresAtMs, userId } = link;
    const hasIdentities = (await tables.identities.listOfUser(userId)).length > 0;
    return { kind, email, role, expiresAtMs, hasIdentities };
  });
}

/** findLink inside a transaction, by the token's hash. A link dies with its issuer's rights and with its person. */
export async function readLink(
  { accessLinks, users }: Tables,
  hash: string,
  nowMs: number,
): Promise<AccessLink | null> {
  const link = await accessLinks.find(hash);
  if (link === null || !isLinkLive(link, await users.findById(link.issuer), nowMs)) return null;
  if (link.kind === 'invite') return link;
  const person = await users.findById(link.userId);
  return person === null || person.isDisabled ? null : link;
}
