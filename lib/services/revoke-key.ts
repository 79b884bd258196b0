import { actorOf, type Principal } from '@/lib/domain/principal';
import { findKey } from './find-key';
import type { ApiKey, Ports } from './ports';
import { done, type Result } from './result';

/** Ends a key now. A key that was revoked before keeps its first time of revocation. */
export async function revokeKey(
  { directory }: Ports,
  who: Principal,
  keyId: string,
): Promise<Result<ApiKey>> {
  return directory.write(async (tables, nowMs) => {
    const found = await findKey(tables, who, keyId);
    if (!found.ok || found.value.revokedAtMs !== null) return found;
    const revoked = { ...found.value, revokedAtMs: nowMs };
    await tables.keys.setLife(keyId, revoked);
    const entry = { actor: actorOf(who), action: 'key.revoke', subject: revoked.botId, after: { keyId } };
    await tables.audit.append(entry, nowMs);
    return done(revoked);
  });
}
