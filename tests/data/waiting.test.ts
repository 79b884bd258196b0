import { DatabaseError } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openExclusive } from '@/lib/data/sqlite/files';
import { openSqlite } from '@/lib/data/sqlite/open';
import { isTransient, waitForDatabase } from '@/lib/data/wait-for-database';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { type Scratch, scratch } from '../support/data/sqlite-files';

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

/** A PostgreSQL error as openPostgres throws it. */
const serverError = (sqlState: string) => {
  const error = Object.assign(new DatabaseError('reason', 0, 'error'), { code: sqlState });
  return new Error('cannot be used', { cause: new StorageUnavailable('reason', { cause: error }) });
};
const systemError = (message: string, code?: string, syscall?: string) =>
  new Error('cannot be used', { cause: Object.assign(new Error(message), { code, syscall }) });

describe('an error on opening a database', () => {
  it.each([
    ...['08006', '40001', '53300', '55P03', '57P01', '57P02', '57P03', '57014', '25006'].map(serverError),
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].map((code) =>
      systemError('connect', code),
    ),
    systemError('connect', 'ENOENT', 'connect'),
    systemError('Connection terminated due to connection timeout'),
    systemError('Connection terminated unexpectedly'),
    systemError('timeout exceeded when trying to connect'),
    systemError('Query read timeout'),
  ])('%o is transient', (error) => expect(isTransient(error)).toBe(true));

  it.each([
    ...['28P01', '28000', '3D000', '3F000', '42501', '0A000', '22023', 'XX000'].map(serverError),
    systemError('no such certificate', 'ENOENT', 'open'),
    systemError('it holds the tables of another program'),
    systemError('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    systemError('The server does not support SSL connections'),
    systemError('Port should be >= 0 and < 65536', 'ERR_SOCKET_BAD_PORT'),
    // The name of the database around the cause does not count.
    new Error('The database on connection-timeout/x cannot be used', { cause: serverError('28P01') }),
    'text',
  ])('%o is permanent', (error) => expect(isTransient(error)).toBe(false));
});

it('a SQLite file that another process has locked exclusively is opened once the lock is released', async () => {
  openSqlite(place.file).close();
  const holder = openExclusive(place.file);
  const messages: string[] = [];
  const database = await waitForDatabase(
    () => openSqlite(place.file, 50),
    (error) => {
      messages.push(error.message);
      if (messages.length === 2) holder?.close();
    },
  );
  expect(messages).toEqual(Array(2).fill(expect.stringMatching(/cannot be used: database is locked/)));
  expect(database.prepare('SELECT count(*) FROM users').pluck().get()).toBe(0);
  database.close();
});
