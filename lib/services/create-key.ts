import { NAME_FAULT, parseName } from '@/lib/domain/names';
import { actorOf, type Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import type { ApiKey, Ports, Tables } from './ports';
import { done, invalid, type Result } from './result';

export type NewKey = {
  readonly botId: string;
  readonly name: string;
  /** First moment at which the key is no longer valid; `null` for none. */
  readonly expiresAtMs: number | null;
};

/** `key` is the whole key: shown once, stored nowhere. */
export type CreatedKey = { readonly apiKey: ApiKey; readonly key: string };

/** Makes a key for a bot that `who` may manage. Refuses a bad name and an expiry that has passed. */
export async function createKey(ports: Ports, who: Principal, input: NewKey): Promise<Result<CreatedKey>> {
  const name = parseName(input.name);
  if (name === null) return invalid(NAME_FAULT, 'name');
  return ports.directory.write(async (tables, nowMs) => {
    const found = await findBot(tables, who, input.botId);
    if (!found.ok) return found;
    if (input.expiresAtMs !== null && input.expiresAtMs <= nowMs) {
      return invalid('The expiry must lie in the future.', 'expires');
    }
    const created = await insertKey(tables, ports, { ...input, name }, nowMs);
    const after = { keyId: created.apiKey.id, name, expiresAtMs: input.expiresAtMs };
    await tables.audit.append(
      { actor: actorOf(who), action: 'key.create', subject: input.botId, after },
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
  };
  await keys.insert(apiKey, secrets.hash(key));
  return { apiKey, key };
}
