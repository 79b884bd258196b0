import type { Caller } from '@/lib/domain/caller';
import type { ConnectedIdentity } from '@/lib/domain/identity';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

/** The caller's identities, and whether they have a password too. */
export type OwnIdentities = {
  readonly identities: readonly ConnectedIdentity[];
  readonly hasPassword: boolean;
};

export async function listOwnIdentities({ directory }: Ports, who: Caller): Promise<Result<OwnIdentities>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async ({ identities, users }) =>
    done({
      identities: await identities.listOfUser(who.userId),
      hasPassword: (await users.findPasswordHash(who.userId)) !== null,
    }),
  );
}
