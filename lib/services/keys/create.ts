import { type ApiKey, LIVE_KEYS_MAX } from '@/lib/domain/api-key';
import { actorOf, type Caller } from '@/lib/domain/caller';
import { expiryError } from '@/lib/domain/expiry';
import { keyEvent } from '@/lib/domain/key-events';
import { nameError, parseName } from '@/lib/domain/names';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { botLock } from '../locks';
import { conflict, done, invalidFields, type Result } from '../result';
import { writeAs } from '../write-as';

export type NewKey = {
  readonly botId: string;
  readonly name: string;
  /** The first moment at which the key is invalid; `null` for never. */
  readonly expiresAtMs: number | null;
};

/** `key` is the complete key: shown once, stored nowhere. */
export type CreatedKey = { readonly apiKey: ApiKey; readonly key: string };

/**
 * Creates a key for a bot that `who` may manage. Refuses an invalid name, an expiry in the past or too far ahead, and
 * more than LIVE_KEYS_MAX live keys.
 */
export async function createKey(ports: Ports, who: Caller, input: NewKey): Promise<Result<CreatedKey>> {
  const name = parseName(input.name);
  return writeAs(ports, who, [botLock(input.botId)], async (tables, nowMs, actor) => {
    const found = await findBot(tables, actor, input.botId);
    if (!found.ok) return found;
    const expires = input.expiresAtMs === null ? null : expiryError(input.expiresAtMs, nowMs);
    if (name === null || expires !== null) {
      return invalidFields({ name: nameError(input.name), expires });
    }
    const { live } = await tables.keys.countLive(input.botId, nowMs);
    if (live >= LIVE_KEYS_MAX) {
      return conflict(
        `A bot may have ${LIVE_KEYS_MAX} live keys, and this one has ${live}. Revoke one first.`,
      );
    }
    const created = await insertKey(tables, ports, { ...input, name }, nowMs);
    await tables.events.insert([keyEvent('key.created', found.value, created.apiKey, nowMs)]);
    const after = { keyId: created.apiKey.id, name, expiresAtMs: input.expiresAtMs };
    await tables.audit.append(
      { actor: actorOf(actor), action: 'key.create', subject: input.botId, after },
      nowMs,
    );
    return done(created);
  });
}

export async function insertKey(
  { keys }: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  { botId, name, expiresAtMs }: NewKey,
  nowMs: number,
): Promise<CreatedKey> {
  const key = secrets.newKey();
  const apiKey: ApiKey = {
    id: secrets.newId(),
    botId,
    name,
    last4: key.slice(-4),
    createdAtMs: nowMs,
    expiresAtMs,
    revokedAtMs: null,
    lastUsedAtMs: null,
    ownExpiresAtMs: expiresAtMs,
    replacedByLast4: null,
  };
  await keys.insert(apiKey, secrets.hash(key));
  return { apiKey, key };
}
