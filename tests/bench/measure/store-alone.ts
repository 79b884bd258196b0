import { decideOrHold, decideUsageRead } from '@/lib/domain/reports/decide';
import { openStorage } from './open-storage';

/** The calls of one group, which the store decides and writes together. */
export type StoreCall = {
  readonly kind: 'report' | 'usage';
  readonly botId: string;
  readonly keyHash: string;
};

/** The product's store without HTTP, on a database. Bundled, because it is the product's own code. */
export async function openStore(databaseUrl: string) {
  const { store, close } = await openStorage(databaseUrl);
  const report = { serverCount: 4_000, userCount: 273_000, shardCount: 4 };
  const call = async ({ kind, botId, keyHash }: StoreCall) => {
    const ref = { keyHash };
    const seen = (await store.find(ref)) ?? undefined;
    const done =
      kind === 'report'
        ? await store.call(
            ref,
            (account, nowMs, key) => decideOrHold(account, botId, report, nowMs, 0, key),
            seen,
          )
        : await store.call(ref, decideUsageRead, seen);
    if (done?.outcome.kind !== 'served') throw new Error(`A ${kind} of bot ${botId}: ${done?.outcome.kind}`);
  };
  return {
    /** Calls in groups; the next group begins when all of one are done. */
    run: async (groups: readonly (readonly StoreCall[])[]) => {
      for (const group of groups) await Promise.all(group.map(call));
    },
    close,
  };
}
