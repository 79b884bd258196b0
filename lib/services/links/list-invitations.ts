import { type AccessLink, isLinkLive } from '@/lib/domain/access-link';
import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

/** An open invitation; `issuerName` is `null` for the operator’s. Never contains the hash. */
export type Invitation = Omit<AccessLink, 'hash' | 'kind'> & { readonly issuerName: string | null };

/** The most invitations that are listed. */
const INVITATIONS_MAX = 100;

/** The open invitations, newest first. */
export async function listInvitations({ directory }: Ports, who: Caller): Promise<Result<Invitation[]>> {
  if (!mayAdminister(who)) return forbidden();
  return directory.read(async ({ accessLinks, users }, nowMs) => {
    const links = await accessLinks.listInvitations(nowMs, INVITATIONS_MAX);
    const issuers = new Map((await users.listByIds(links.map(({ issuer }) => issuer))).map((u) => [u.id, u]));
    return done(
      links
        .filter((link) => isLinkLive(link, issuers.get(link.issuer) ?? null, nowMs))
        .map(({ hash: _, kind: __, ...link }) => ({
          ...link,
          issuerName: issuers.get(link.issuer)?.name ?? null,
        })),
    );
  });
}
