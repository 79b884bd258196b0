import type { Caller } from '@/lib/domain/caller';
import type { Endpoint } from '@/lib/domain/endpoint';
import type { Lock, Tables } from '@/lib/ports/directory';
import type { StoredEndpoint } from '@/lib/ports/endpoints';
import type { Ports } from '@/lib/ports/ports';
import type { Vault } from '@/lib/ports/vault';
import { findBot } from '../bots/find';
import { botLock } from '../locks';
import { done, notFound, notOwned, type Result } from '../result';

const NO_ENDPOINT = 'There is no such webhook.';

/** An endpoint of a bot that `who` may manage. Another owner's and an unknown one get the same refusal. */
export async function findEndpoint(tables: Tables, who: Caller, id: string): Promise<Result<StoredEndpoint>> {
  const endpoint = await tables.endpoints.findById(id);
  // An unknown endpoint costs the same reads as another owner's, so the time tells nothing.
  const bot = await findBot(tables, who, endpoint?.botId ?? '');
  if (endpoint === null) return notFound(NO_ENDPOINT, 'webhookId');
  return bot.ok ? done(endpoint) : notOwned(NO_ENDPOINT, 'webhookId');
}

/** The lock of an endpoint's bot, which an endpoint never leaves. For an unknown one it costs the same. */
export async function lockOfEndpoint({ directory }: Pick<Ports, 'directory'>, id: string): Promise<Lock> {
  const endpoint = await directory.read(({ endpoints }) => endpoints.findById(id));
  return botLock(endpoint?.botId ?? '');
}

/** What signs and addresses requests. */
export type OpenedEndpoint = { readonly address: string; readonly secrets: readonly string[] };

/** Decrypts an endpoint: the secret before the last rotation too, while it signs. `null` if it has to be set again. */
export function openEndpoint(
  vault: Vault,
  { kind, sealedAddress, sealedSecret, sealedFormerSecret, formerUntilMs }: StoredEndpoint,
  nowMs: number,
): OpenedEndpoint | null {
  const address = vault.open(sealedAddress);
  if (address === null) return null;
  if (kind === 'discord') return { address, secrets: [] };
  const secret = sealedSecret === null ? null : vault.open(sealedSecret);
  if (secret === null) return null;
  const isFormerValid = sealedFormerSecret !== null && formerUntilMs !== null && nowMs < formerUntilMs;
  const former = isFormerValid ? vault.open(sealedFormerSecret) : null;
  return { address, secrets: former === null ? [secret] : [secret, former] };
}

/** An endpoint as people see it: off if its secrets cannot be decrypted. */
export function shownEndpoint(vault: Vault, stored: StoredEndpoint, nowMs: number): Endpoint {
  const {
    sealedAddress: _a,
    sealedSecret: _s,
    sealedFormerSecret: _f,
    notBeforeMs: _n,
    ...endpoint
  } = stored;
  if (openEndpoint(vault, stored, nowMs) !== null) return endpoint;
  return { ...endpoint, status: 'off', statusReason: 'unreadable' };
}
