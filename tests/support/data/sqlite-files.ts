import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import SqliteDatabase, { type Database } from '@/lib/data/sqlite/driver.mjs';

/** A temporary folder for one test. */
export type Scratch = { readonly folder: string; readonly file: string; remove(): void };

export function scratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-sqlite-'));
  return {
    folder,
    file: join(folder, 'botmeter.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Creates a database with raw SQL, in rollback journal mode as other programs do by default. */
export function makeDatabase(file: string, statements: readonly string[]): void {
  const database = new SqliteDatabase(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Reads a file over a separate read-only connection. */
export function inspect<R>(file: string, look: (database: Database) => R): R {
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

export const tablesOf = (file: string): string[] =>
  inspect(file, (database) =>
    database
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .pluck()
      .all(),
  );

export const versionsOf = (file: string): number[] =>
  inspect(file, (database) =>
    database.prepare<[], number>('SELECT version FROM schema_migrations ORDER BY version').pluck().all(),
  );

/** Size, modification time and content hash of each file in a folder, to see that nothing changed. */
export function fingerprintOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => {
      const stats = statSync(join(folder, name));
      const content = stats.isFile() ? readFileSync(join(folder, name)) : 'a folder';
      const digest = createHash('sha256').update(content).digest('hex');
      return [name, `${stats.size} bytes, changed ${stats.mtimeMs}, ${digest}`];
    }),
  );
}

/** Opens `file` in `count` processes at the same moment; returns `opened` or the error of each. */
export async function openInProcesses(folder: string, file: string, count: number): Promise<string[]> {
  const program = join(folder, 'open.cjs');
  await build({
    stdin: {
      contents: `import { openSqlite } from '@/lib/data/sqlite/open';
        process.once('message', (file) => {
          try { openSqlite(file).close(); process.send('opened'); }
          catch (error) { process.send(error.message); }
          process.disconnect();
        });
        process.send('ready');`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: program,
    packages: 'external',
  });
  return Promise.all(programs(program, file, count));
}

function programs(program: string, file: string, count: number): Promise<string>[] {
  // The program runs outside the project folder and cannot find the packages by itself.
  const env = { ...process.env, NODE_PATH: join(process.cwd(), 'node_modules') };
  const children = Array.from({ length: count }, () => fork(program, { env }));
  let ready = 0;
  return children.map(
    (child) =>
      new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`A program ended with ${code} before it reported.`)));
        child.on('message', (message) => {
          if (message !== 'ready') return resolve(String(message));
          if (++ready === count) for (const each of children) each.send(file);
        });
      }),
  );
}
