import { DELIVERIES_KEPT, DELIVERIES_KEPT_MS } from '@/lib/domain/alerts/delivery';
import { EVENTS_KEPT_DAYS } from '@/lib/domain/alerts/event';
import { MAILS_KEPT_MS } from '@/lib/domain/alerts/mail';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { REFUSALS_KEPT_MS } from '@/lib/domain/reports/refusal';
import type { Lock, Ports, Tables } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { inBatches, ROWS_AT_ONCE } from './batches';
import { SetAside } from './set-aside';
import { ACCESS_LOG_END_LOCK, botLock, EVENTS_END_LOCK, MAILS_END_LOCK, REFUSALS_END_LOCK } from './write';

type Row = { readonly id: string };
type Deletion<R extends Row> = {
  readonly lock: Lock;
  /** What else the deletion of rows has to lock. */
  readonly alsoLocks?: (rows: readonly R[]) => readonly Lock[];
  /** Rows per transaction of a few milliseconds; calls run in between. */
  readonly atOnce: number;
  /** The next rows to delete. */
  readonly list: (tables: Tables, nowMs: number, except: readonly string[]) => Promise<readonly R[]>;
  readonly remove: (tables: Tables, rows: readonly R[]) => Promise<void>;
};

/** Makes a service that deletes rows in transactions of their own until there are no more, or `signal` is aborted. */
export const deleteInBatches =
  <R extends Row>({ lock, alsoLocks = () => [], atOnce, list, remove }: Deletion<R>) =>
  async (
    { directory }: Pick<Ports, 'directory'>,
    signal?: AbortSignal,
    aside = new SetAside(),
  ): Promise<void> => {
    while (!signal?.aborted) {
      const found = await directory.read((tables, nowMs) => list(tables, nowMs, aside.ids(nowMs)));
      const refused = await writeApart(found, (rows) =>
        directory.write([lock, ...alsoLocks(rows)], (tables) => remove(tables, rows)),
      );
      for (const { item, error } of refused) aside.add(item.id, error);
      if (found.length < atOnce) return;
    }
  };

const ACCESS_AT_ONCE = 200;

/** Makes a service that deletes sign-ins and denials older than `days`. */
export const pruneAccessLog = (days: number) =>
  deleteInBatches({
    lock: ACCESS_LOG_END_LOCK,
    atOnce: ACCESS_AT_ONCE,
    list: ({ access }, nowMs, except) => access.listBefore(nowMs - days * DAY_MS, ACCESS_AT_ONCE, except),
    remove: ({ access }, rows) => access.delete(rows),
  });

/** Deletes events older than EVENTS_KEPT_DAYS. */
export const pruneEvents = deleteInBatches({
  lock: EVENTS_END_LOCK,
  atOnce: ROWS_AT_ONCE,
  list: ({ events }, nowMs, except) =>
    events.listBefore(nowMs - EVENTS_KEPT_DAYS * DAY_MS, ROWS_AT_ONCE, except),
  remove: ({ events }, rows) => events.delete(rows.map(({ id }) => id)),
});

const MAILS_AT_ONCE = 100;

/** Deletes mails after MAILS_KEPT_MS. */
export const pruneMails = deleteInBatches({
  lock: MAILS_END_LOCK,
  atOnce: MAILS_AT_ONCE,
  list: ({ mails }, nowMs, except) => mails.listCreatedBefore(nowMs - MAILS_KEPT_MS, MAILS_AT_ONCE, except),
  remove: ({ mails }, rows) => mails.delete(rows.map(({ id }) => id)),
});

const REFUSALS_AT_ONCE = 200;

/** Deletes refusals whose last call is older than REFUSALS_KEPT_MS. */
export const pruneRefusals = deleteInBatches({
  lock: REFUSALS_END_LOCK,
  atOnce: REFUSALS_AT_ONCE,
  list: ({ refusals }, nowMs, except) =>
    refusals.listBefore(nowMs - REFUSALS_KEPT_MS, REFUSALS_AT_ONCE, except),
  remove: ({ refusals }, rows) => refusals.delete(rows),
});

const WEBHOOKS_AT_ONCE = 100;
const DELIVERIES_AT_ONCE = 100;

/** Deletes deliveries that are older than 30 days and not among the last 100 of their webhook (contract section 9). */
export async function pruneDeliveries(
  { directory }: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
  aside = new SetAside(),
): Promise<void> {
  let afterId = '';
  while (!signal?.aborted) {
    const found = await directory.read(({ webhooks }, nowMs) => {
      aside.ids(nowMs);
      return webhooks.listOverfull(afterId, nowMs - DELIVERIES_KEPT_MS, DELIVERIES_KEPT, WEBHOOKS_AT_ONCE);
    });
    for (const { id, botId } of found) {
      if (aside.has(id)) continue;
      const prune = async ({ deliveries }: Tables, nowMs: number) => {
        const beforeMs = nowMs - DELIVERIES_KEPT_MS;
        return (
          (await deliveries.prune(id, beforeMs, DELIVERIES_KEPT, DELIVERIES_AT_ONCE)) === DELIVERIES_AT_ONCE
        );
      };
      await aside.attempt(id, () => inBatches(directory, [botLock(botId)], prune, signal));
    }
    const last = found.at(-1);
    if (last === undefined || found.length < WEBHOOKS_AT_ONCE) return;
    afterId = last.id;
  }
}
