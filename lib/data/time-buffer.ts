import { BatchWriter } from '@/lib/ports/batch-writer';
import { warnOfRow } from './warn-of-row';

/** How often the times are written, besides on close (contract sections 7 and 8: accurate to a minute). */
const FLUSH_EVERY_MS = 20_000;
/** The most times in one write: calls wait for a write to end. */
const GROUP_MAX = 25;
const GROUP_MAX_ON_CLOSE = 1_000;

/** The latest time of an id. */
type Time = readonly [id: string, atMs: number];
export type Times = readonly Time[];
export type TimeBuffer = BatchWriter<Time>;

/** Buffers the latest time of each row of `table`, as when a key was last used. */
export const timeBuffer = (table: string, write: (times: Times) => Promise<void>): TimeBuffer =>
  new BatchWriter({
    timer: (write) => setInterval(write, FLUSH_EVERY_MS).unref(),
    ...{ atOnce: GROUP_MAX, atOnceOnClose: GROUP_MAX_ON_CLOSE },
    keyOf: ([id]) => id,
    merge: (_, later) => later,
    write,
    onRefused: (_, [id]) => warnOfRow(table, id, 'could not be given a time: the database refuses it.'),
  });

/** An account with the heartbeat that is not written yet, so that its own instance sees it at once. */
export function withHeartbeat<
  A extends { readonly botId: string; readonly lastHeartbeatAtMs: number | null },
>(account: A, heartbeats: TimeBuffer): A {
  const [, atMs] = heartbeats.find(account.botId) ?? [];
  if (atMs === undefined) return account;
  return { ...account, lastHeartbeatAtMs: Math.max(atMs, account.lastHeartbeatAtMs ?? atMs) };
}
