import type { NewEvent } from '@/lib/domain/alerts/event';
import { ConnectionLost, type Rows, type Session, type Table } from './database';

/** Before a statement: its way to the database, which may fail. */
export type Statement = () => Promise<void>;

/** The keys of rows, so that those of a bot are in the order of their times. */
const atTime = (botId: string, ms: number) => `${botId} ${String(ms).padStart(16, '0')}`;
export const reportPlace = ({
  botId,
  atMs,
  number,
}: Pick<Rows['reports'], 'botId' | 'atMs' | 'number'>): string => `${atTime(botId, atMs)} ${number}`;
export const hourPlace = atTime;
const eventPlace = ({ data, type, period }: Pick<NewEvent, 'type' | 'period' | 'data'>): string =>
  `${data.botId} ${type} ${period}`;
/** The key of an event by its id. */
export const placeOfEvent = (id: string): string => id.slice('evt '.length);

/** Writes an event unless its bot has one of this type and period, as the unique key of the table does. */
export async function putEvent(session: Session, event: NewEvent): Promise<void> {
  const place = eventPlace(event);
  await lockRow(session, 'events', place);
  if (session.get('events', place) !== undefined) return;
  session.put('events', place, { event: { ...event, id: `evt ${place}` }, routedAtMs: null });
}

/** Waits for other transactions that have changed the row, as PostgreSQL does; SQLite has one writer anyway. */
export async function lockRow(session: Session, table: Table, id: string): Promise<void> {
  if (session.database.kind === 'postgres') await session.lock(`row ${table} ${id}`);
  if (session.isEnded) throw new ConnectionLost('The connection has ended.');
}

/** How tables read and write over a session: one statement a step. */
export function accessTo(session: Session, statement: Statement) {
  const read = async <T>(find: () => T): Promise<T> => {
    await statement();
    return find();
  };
  /** Locks each row and changes it as it is then; `undefined` of `change` leaves it. */
  const write = async <T extends Table>(
    table: T,
    ids: readonly string[],
    change: (row: Rows[T] | undefined, id: string) => Rows[T] | undefined,
  ): Promise<void> => {
    if (ids.length === 0) return;
    await statement();
    for (const id of ids) {
      await lockRow(session, table, id);
      const after = change(session.get(table, id), id);
      if (after !== undefined) session.put(table, id, after);
    }
  };
  const remove = async (table: Table, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    await statement();
    for (const id of ids) {
      await lockRow(session, table, id);
      session.put(table, id, undefined);
    }
  };
  const idsWhere = <T extends Table>(table: T, is: (row: Rows[T]) => boolean): string[] =>
    session.entries(table).flatMap(([id, row]) => (is(row) ? [id] : []));
  return { read, write, remove, idsWhere, statement };
}
export type Access = ReturnType<typeof accessTo>;
