import type { Principal } from '@/lib/domain/principal';
import type { Identity, Ports } from './ports';
import { conflict, done, forbidden, type Result } from './result';

/** Lets the person who asks sign in as `identity` too. Refused when it is another person's. */
export async function connectIdentity(
  { directory }: Ports,
  who: Principal,
  identity: Identity,
): Promise<Result<null>> {
  if (who.kind !== 'person') return forbidden();
  return directory.write(async ({ identities, audit }, nowMs) => {
    const holder = await identities.findUserId(identity);
    if (holder === who.userId) return done(null);
    if (holder !== null) return conflict('This identity is connected to another person.');
    await identities.insert(identity, who.userId, nowMs);
    const after = { provider: identity.provider };
    await audit.append({ actor: who.userId, action: 'identity.connect', subject: who.userId, after }, nowMs);
    return done(null);
  });
}
