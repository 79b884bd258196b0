import { type AccessLink, LINK_MS } from '@/lib/domain/access-link';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

/** A link's token, which is shown once and stored nowhere. */
export type IssuedLink = { readonly token: string; readonly link: AccessLink };

/** Stores a new link and voids the earlier one for the same address. */
export async function issueLink(
  { accessLinks }: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  link: Pick<AccessLink, 'kind' | 'userId' | 'email' | 'name' | 'role' | 'issuer'>,
  nowMs: number,
): Promise<IssuedLink> {
  const token = secrets.newToken();
  const issued = {
    ...link,
    hash: secrets.hash(token),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LINK_MS,
  };
  await accessLinks.deleteExpired(nowMs);
  await accessLinks.deleteOfAddress(link.kind, link.email);
  await accessLinks.insert(issued);
  return { token, link: issued };
}
