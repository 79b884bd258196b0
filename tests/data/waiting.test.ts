import { DatabaseError } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openExclusive } from '@/lib/data/sqlite/exclusive-lock';
import { openSqlite } from '@/lib/data/sqlite/open';
import { isTransient, waitForDatabase } from '@/lib/data/wait-for-database';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { type Scratch, scratch } from '../support/data/sqlite-files';

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

/** A PostgreSQL error as the driver and the adapter pass it on. */
const answered = (sqlState: string) => {
  const error = Object.assign(new DatabaseError('reason', 0, 'error'), { code: sqlState });
  return new Error('cannot be used', { cause: new StorageUnavailable('reason', { cause: error }) });
};
const failed = (message: string, code?: string, syscall?: string) =>
  new Error('cannot be used', { cause: Object.assign(new Error(message), { code, syscall }) });

describe('which errors of opening a database are temporary', () => {
  it.each([
    ...['08006', '40001', '53300', '55P03', '57P01', '57P02', '57P03', '57014', '25006'].map(answered),
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].map((code) =>
      failed('connect', code),
    ),
    failed('connect', 'ENOENT', 'connect'),
    failed('Connection terminated due to connection timeout'),
    failed('Connection terminated unexpectedly'),
    failed('timeout exceeded when trying to connect'),
    failed('Query read timeout'),
  ])('%o can', (error) => expect(isTransient(error)).toBe(true));

  it.each([
    ...['28P01', '28000', '3D000', '3F000', '42501', '0A000', '22023', 'XX000'].map(answered),
    failed('no such certificate', 'ENOENT', 'open'),
    failed('it holds the tables of another program'),
    failed('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    failed('The server does not support SSL connections'),
    failed('Port should be >= 0 and < 65536', 'ERR_SOCKET_BAD_PORT'),
    // Of the place that is named around the cause, nothing counts.
    new Error('The database on connection-timeout/x cannot be used', { cause: answered('28P01') }),
    'text',
  ])('%o cannot', (error) => expect(isTransient(error)).toBe(false));
});

it('a SQLite file that another process holds alone is opened once that lets it go', async () => {
  openSqlite(place.file).close();
  const holder = openExclusive(place.file);
  const said: string[] = [];
  const database = await waitForDatabase(
    () => openSqlite(place.file, 50),
    (error) => {
      said.push(error.message);
      if (said.length === 2) holder?.close();
    },
  );
  expect(said).toEqual(Array(2).fill(expect.stringMatching(/cannot be used: database is locked/)));
  expect(database.prepare('SELECT count(*) FROM users').pluck().get()).toBe(0);
  database.close();
});

it('gives up at its deadline, with the last error and the number of attempts', async () => {
  let tries = 0;
  const opening = waitForDatabase(
    () => {
      tries++;
      throw failed('connect', 'ECONNREFUSED');
    },
    () => {},
    1_000,
  );
  await expect(opening).rejects.toThrow(/^cannot be used; tried \d+ times in 1 s\.$/);
  expect(tries).toBeGreaterThan(1);
});

it('a permanent error is thrown unchanged at the first attempt', async () => {
  const fault = answered('28P01');
  const said: Error[] = [];
  const opening = waitForDatabase(
    () => Promise.reject(fault),
    (error) => said.push(error),
  );
  await expect(opening).rejects.toBe(fault);
  expect(said).toEqual([]);
});
