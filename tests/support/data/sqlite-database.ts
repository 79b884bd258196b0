import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { openRawDatabase } from '../process/raw-database';
import { T0 } from './accounts';
import { type DatabaseKind, type Instance, instanceOf } from './database-kind';

export const sqlite: DatabaseKind = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'botmeter-data-'));
    const file = join(folder, 'botmeter.db');
    openSqlite(file).close();
    const raw = openRawDatabase(`file:${file}`);
    const instances: Instance[] = [];
    let nowMs = T0;
    const clock = () => nowMs;
    return {
      ...raw,
      async setClock(ms) {
        nowMs = ms;
      },
      async connect(onEvents) {
        const lock = new WriteLock();
        const store = new SqliteStore(openSqlite(file), lock, clock, undefined, onEvents);
        const instance = instanceOf(store, new SqliteDirectory(connect(file), lock, clock, onEvents));
        instances.push(instance);
        return instance;
      },
      async drop() {
        await Promise.all(instances.map((instance) => instance.close()));
        await raw.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
