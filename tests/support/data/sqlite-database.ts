import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { T0 } from './accounts';
import type { DatabaseKind, Instance, Row } from './database-kind';

export const sqlite: DatabaseKind = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'botmeter-data-'));
    const file = join(folder, 'botmeter.db');
    openSqlite(file).close();
    const raw = new SqliteDatabase(file);
    const instances: Instance[] = [];
    let nowMs = T0;
    return {
      async setClock(ms) {
        nowMs = ms;
      },
      async connect() {
        const instance = openInstance(file, () => nowMs);
        instances.push(instance);
        return instance;
      },
      rows: async (sql) => raw.prepare<[], Row>(sql).all(),
      async run(sql) {
        raw.exec(sql);
      },
      async holdWrites() {
        const holder = new SqliteDatabase(file);
        holder.exec('BEGIN IMMEDIATE');
        return async () => {
          holder.exec('ROLLBACK');
          holder.close();
        };
      },
      async drop() {
        await Promise.all(instances.map((instance) => instance.close()));
        raw.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
  async stop() {},
};

function openInstance(file: string, clock: () => number): Instance {
  const lock = new WriteLock();
  const store = new SqliteStore(openSqlite(file), lock, clock);
  const directory = new SqliteDirectory(connect(file), lock, clock);
  let closed: Promise<void> | null = null;
  const close = async () => {
    await store.close();
    await directory.close();
  };
  return {
    store,
    directory,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
