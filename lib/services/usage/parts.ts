import type { Account } from '@/lib/domain/bots/account';
import type { NumberedKey } from '@/lib/domain/quota/breakdown';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import type { History } from '@/lib/ports/ports';

/** All parts of an account's usage as it was read, and the keys that they are of. */
export type SplitUsage = { readonly parts: readonly UsagePart[]; readonly keys: readonly NumberedKey[] };

/** Reads all parts of an account; those that were moved since it was read are in it. */
export async function usagePartsOf({ usage }: History, account: Account): Promise<UsagePart[]> {
  const { usagePart: current, botId } = account;
  if (current === null) return [];
  const earlier = await usage.parts(botId);
  return [...earlier.filter((part) => part.startedAtMs < current.startedAtMs), current];
}

export async function splitUsageOf(history: History, account: Account): Promise<SplitUsage> {
  return { parts: await usagePartsOf(history, account), keys: await history.usage.keys(account.botId) };
}

/** The same after a call, which has added to the last part or begun the next one. */
export function withCall({ parts, keys }: SplitUsage, { usagePart: current }: Account): SplitUsage {
  if (current === null) return { parts, keys };
  return { parts: [...parts.filter((part) => part.startedAtMs !== current.startedAtMs), current], keys };
}
