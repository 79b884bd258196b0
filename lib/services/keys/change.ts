import { keyEvent } from '@/lib/domain/alerts/service-events';
import type { Bot } from '@/lib/domain/bots/bot';
import {
  type ApiKey,
  afterRotation,
  isKeyLive,
  LIVE_KEYS_MAX,
  mayOverlap,
  type Overlap,
} from '@/lib/domain/keys/api-key';
import { expiryError, successorExpiryMs } from '@/lib/domain/keys/expiry';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { nameError, parseName } from '@/lib/domain/people/names';
import type { Ports, Tables } from '@/lib/ports/ports';
import { writeBot } from '../bots/find';
import { conflict, done, invalidFields, type Result } from '../result';
import type { Right } from '../rights';
import { botLock, type WorkOn, writeAs } from '../write';
import { findKey } from './find';

type NewKey = {
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
  return writeBot(ports, who, input.botId, 'createKey', async (tables, bot, nowMs, record, actor) => {
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
    await tables.events.insert([keyEvent('key.created', bot, created.apiKey, nowMs)], actorOf(actor));
    const after = { keyId: created.apiKey.id, name, expiresAtMs: input.expiresAtMs };
    await record('key.create', input.botId, { after });
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

/** A write on a key. It holds the lock of its bot, which a key never leaves; an unknown key costs the same. */
async function writeKey<T>(
  ports: Ports,
  who: Caller,
  keyId: string,
  what: Right,
  work: WorkOn<{ readonly key: ApiKey; readonly bot: Bot }, T>,
): Promise<Result<T>> {
  const known = await ports.directory.read(({ keys }) => keys.findById(keyId));
  return writeAs(ports, who, [botLock(known?.botId ?? '')], async (tables, nowMs, caller, record) => {
    const found = await findKey(tables, caller, keyId, what);
    return found.ok ? work(tables, found.value, nowMs, record, caller) : found;
  });
}

const TOO_MANY_KEYS = `This bot has more than ${LIVE_KEYS_MAX} live keys, and one in its overlap already. Rotate without an overlap, or revoke a key first.`;

const REPLACED_ALREADY = `This key was replaced already, and the bot has more than ${LIVE_KEYS_MAX} live keys. Revoke this key instead.`;

/** Replaces a live key by a new one; the old key stays valid for `overlap` (contract section 7). */
export async function rotateKey(
  ports: Ports,
  who: Caller,
  keyId: string,
  overlap: Overlap,
): Promise<Result<CreatedKey>> {
  return writeKey(ports, who, keyId, 'rotateKey', async (tables, { key: old, bot }, nowMs, record, actor) => {
    if (!isKeyLive(old, nowMs)) return conflict('This key is revoked or expired; create a new one.');
    const counted = await tables.keys.countLive(old.botId, nowMs);
    if (overlap !== '0' && !mayOverlap(counted)) return conflict(TOO_MANY_KEYS);
    // In its overlap it was the one above the bound; its second successor would be one for good.
    const isReplaced = old.replacedByLast4 !== null;
    if (overlap === '0' && isReplaced && counted.live > LIVE_KEYS_MAX) return conflict(REPLACED_ALREADY);
    await tables.keys.setRotated(old, afterRotation(old, overlap, nowMs), nowMs);
    const expiresAtMs = successorExpiryMs(old, nowMs);
    const created = await insertKey(tables, ports, { ...old, expiresAtMs }, nowMs);
    await tables.events.insert([keyEvent('key.rotated', bot, created.apiKey, nowMs)], actorOf(actor));
    const after = { keyId: created.apiKey.id, overlap };
    await record('key.rotate', old.botId, { before: { keyId: old.id }, after });
    return done(created);
  });
}

/** Revokes a key now. A key that is already revoked keeps its time of revocation. */
export async function revokeKey(ports: Ports, who: Caller, keyId: string): Promise<Result<ApiKey>> {
  return writeKey(ports, who, keyId, 'revokeKey', async (tables, { key, bot }, nowMs, record, actor) => {
    if (key.revokedAtMs !== null) return done(key);
    const revoked = { ...key, revokedAtMs: nowMs };
    await tables.keys.setLife(keyId, revoked);
    await tables.events.insert([keyEvent('key.revoked', bot, revoked, nowMs)], actorOf(actor));
    await record('key.revoke', revoked.botId, { after: { keyId } });
    return done(revoked);
  });
}
