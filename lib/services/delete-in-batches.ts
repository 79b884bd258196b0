import type { Lock, Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { SetAside } from './set-aside';

type Row = { readonly id: string };
type Deletion<R extends Row> = {
  readonly lock: Lock;
  /** Rows per transaction of a few milliseconds; calls run in between. */
  readonly atOnce: number;
  /** The next rows to delete. */
  readonly list: (tables: Tables, nowMs: number, except: readonly string[]) => Promise<readonly R[]>;
  readonly remove: (tables: Tables, rows: readonly R[]) => Promise<void>;
};

/** Makes a service that deletes rows in transactions of their own until there are no more, or `signal` is aborted. */
export const deleteInBatches =
  <R extends Row>({ lock, atOnce, list, remove }: Deletion<R>) =>
  async (
    { directory }: Pick<Ports, 'directory'>,
    signal?: AbortSignal,
    aside = new SetAside(),
  ): Promise<void> => {
    let hasMore = true;
    while (hasMore && !signal?.aborted) {
      const found = await directory.read((tables, nowMs) => list(tables, nowMs, aside.ids(nowMs)));
      const refused = await writeApart(found, (rows) =>
        directory.write([lock], (tables) => remove(tables, rows)),
      );
      for (const { item, error } of refused) aside.add(item.id, error);
      hasMore = found.length === atOnce;
    }
  };
