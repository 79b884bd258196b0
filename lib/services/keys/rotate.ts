import { afterRotation, isKeyLive, LIVE_KEYS_MAX, mayOverlap, type Overlap } from '@/lib/domain/api-key';
import { actorOf, type Caller } from '@/lib/domain/caller';
import { successorExpiryMs } from '@/lib/domain/expiry';
import { keyEvent } from '@/lib/domain/key-events';
import type { Ports } from '@/lib/ports/ports';
import { conflict, done, type Result } from '../result';
import { writeAs } from '../write-as';
import { type CreatedKey, insertKey } from './create';
import { findKey, lockOfKey } from './find';

const TOO_MANY_KEYS = `This bot has more than ${LIVE_KEYS_MAX} live keys, and one in its overlap already. Rotate without an overlap, or revoke a key first.`;

/** Replaces a live key by a new one; the old key stays valid for `overlap` (contract section 7). */
export async function rotateKey(
  ports: Ports,
  who: Caller,
  keyId: string,
  overlap: Overlap,
): Promise<Result<CreatedKey>> {
  return writeAs(ports, who, [await lockOfKey(ports, keyId)], async (tables, nowMs, actor) => {
    const found = await findKey(tables, actor, keyId);
    if (!found.ok) return found;
    const { key: old, bot } = found.value;
    if (!isKeyLive(old, nowMs)) return conflict('This key is revoked or expired; create a new one.');
    if (overlap !== '0' && !mayOverlap(await tables.keys.countLive(old.botId, nowMs))) {
      return conflict(TOO_MANY_KEYS);
    }
    await tables.keys.setRotated(old, afterRotation(old, overlap, nowMs), nowMs);
    const expiresAtMs = successorExpiryMs(old, nowMs);
    const created = await insertKey(tables, ports, { ...old, expiresAtMs }, nowMs);
    await tables.events.insert([keyEvent('key.rotated', bot, created.apiKey, nowMs)]);
    const after = { keyId: created.apiKey.id, overlap };
    await tables.audit.append(
      { actor: actorOf(actor), action: 'key.rotate', subject: old.botId, before: { keyId: old.id }, after },
      nowMs,
    );
    return done(created);
  });
}
