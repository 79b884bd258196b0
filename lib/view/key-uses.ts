import type { UsageBreakdown } from '@/lib/domain/quota/breakdown';

/** Calls of the cycle, and their share of the used ones in percent. */
type Use = { readonly calls: number; readonly share: number };
/** The same of a key, with its calls of each UTC day, oldest first. */
export type KeyUse = Use & { readonly days: readonly number[] };

/**
 * What each of the listed keys used, and what none of them did: calls sent from the dashboard, those of other keys, and
 * those from before they were counted by key. Together they are the used calls of the cycle.
 */
export function keyUses(usage: UsageBreakdown | null, listed: readonly { readonly id: string }[]) {
  const { cycle, keys, days } = usage ?? { cycle: { used: 0, unsplit: 0 }, keys: [], days: [] };
  const use = (calls: number): Use => ({ calls, share: cycle.used === 0 ? 0 : (100 * calls) / cycle.used });
  const callsOf = new Map(keys.map(({ keyId, calls }) => [keyId, calls]));
  const ofKey = new Map<string, KeyUse>(
    listed.map(({ id }) => [
      id,
      { ...use(callsOf.get(id) ?? 0), days: days.map(({ byKey }) => byKey[id] ?? 0) },
    ]),
  );
  const others = keys.filter(({ keyId }) => keyId !== 'form' && !ofKey.has(keyId));
  const rest = [
    { name: 'Sent from the dashboard', calls: callsOf.get('form') ?? 0 },
    { name: 'Other keys', calls: others.reduce((sum, { calls }) => sum + calls, 0) },
    { name: 'Before calls were counted by key', calls: cycle.unsplit },
  ];
  return {
    ofKey,
    rest: rest.filter(({ calls }) => calls > 0).map(({ name, calls }) => ({ name, ...use(calls) })),
  };
}
