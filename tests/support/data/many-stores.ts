import type { Ports } from '@/lib/ports/ports';
import { connectAgain, store } from './each-database';
import { read } from './fixtures';

type Store = Ports['store'];

/** Instances on the database of the test: one of them lets its calls of one bot run in turn, so that these do not contend. */
export async function manyStores(others: number): Promise<readonly Store[]> {
  const more = await Promise.all(Array.from({ length: others }, connectAgain));
  return [store, ...more.map((other) => other.store)];
}

/** Reads of the quota, all at once, by the stores in turn. */
export const readsBy = (stores: readonly Store[], count: number, keyHash: string) =>
  Promise.all(Array.from({ length: count }, (_, i) => read(stores[i % stores.length] ?? store, { keyHash })));
