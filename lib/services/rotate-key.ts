import { afterRotation, isKeyLive, type Overlap } from '@/lib/domain/api-key';
import { actorOf, type Principal } from '@/lib/domain/principal';
import { type CreatedKey, insertKey } from './create-key';
import { findKey } from './find-key';
import type { Ports } from './ports';
import { conflict, done, type Result } from './result';

/** A new key in place of a live one, which lives on for `overlap` (contract section 7). */
export async function rotateKey(
  ports: Ports,
  who: Principal,
  keyId: string,
  overlap: Overlap,
): Promise<Result<CreatedKey>> {
  return ports.directory.write(async (tables, nowMs) => {
    const found = await findKey(tables, who, keyId);
    if (!found.ok) return found;
    const old = found.value;
    if (!isKeyLive(old, nowMs)) return conflict('This key is revoked or expired; create a new one.');
    await tables.keys.setLife(old.id, afterRotation(old, overlap, nowMs));
    // The new key lives as long as the old one was meant to, counted from now.
    const expiresAtMs = old.expiresAtMs === null ? null : nowMs + (old.expiresAtMs - old.createdAtMs);
    const created = await insertKey(tables, ports, { ...old, expiresAtMs }, nowMs);
    const after = { keyId: created.apiKey.id, overlap };
    await tables.audit.append(
      { actor: actorOf(who), action: 'key.rotate', subject: old.botId, before: { keyId: old.id }, after },
      nowMs,
    );
    return done(created);
  });
}
