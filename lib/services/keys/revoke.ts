import type { ApiKey } from '@/lib/domain/api-key';
import type { AuditEntry } from '@/lib/domain/audit';
import { actorOf, type Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { writeAs } from '../write-as';
import { findKey, lockOfKey } from './find';

/** Revokes a key now. A key that is already revoked keeps its time of revocation. */
export async function revokeKey(ports: Ports, who: Caller, keyId: string): Promise<Result<ApiKey>> {
  return writeAs(ports, who, [await lockOfKey(ports, keyId)], async (tables, nowMs, actor) => {
    const found = await findKey(tables, actor, keyId);
    if (!found.ok || found.value.revokedAtMs !== null) return found;
    const revoked = { ...found.value, revokedAtMs: nowMs };
    await tables.keys.setLife(keyId, revoked);
    const entry: AuditEntry = {
      actor: actorOf(actor),
      action: 'key.revoke',
      subject: revoked.botId,
      after: { keyId },
    };
    await tables.audit.append(entry, nowMs);
    return done(revoked);
  });
}
