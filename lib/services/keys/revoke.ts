import type { ApiKey } from '@/lib/domain/api-key';
import type { AuditEntry } from '@/lib/domain/audit';
import { actorOf, type Caller } from '@/lib/domain/caller';
import { keyEvent } from '@/lib/domain/key-events';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { writeAs } from '../write-as';
import { findKey, lockOfKey } from './find';

/** Revokes a key now. A key that is already revoked keeps its time of revocation. */
export async function revokeKey(ports: Ports, who: Caller, keyId: string): Promise<Result<ApiKey>> {
  return writeAs(ports, who, [await lockOfKey(ports, keyId)], async (tables, nowMs, actor) => {
    const found = await findKey(tables, actor, keyId);
    if (!found.ok) return found;
    const { key, bot } = found.value;
    if (key.revokedAtMs !== null) return done(key);
    const revoked = { ...key, revokedAtMs: nowMs };
    await tables.keys.setLife(keyId, revoked);
    await tables.events.insert([keyEvent('key.revoked', bot, revoked, nowMs)]);
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
