import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { AUTH_SECRET, ROOT } from '../servers/process.mjs';

export const OWNER = 'owner@example.org';
export const PASSWORD = 'a long enough passphrase';

/** Creates the product's schema and a user in a new database. */
export function createSchema(/** @type {string} */ databaseUrl) {
  const command = ['user', 'create', '--email', OWNER, '--role', 'owner', '--password', PASSWORD];
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'lib/build/cli.mjs'), ...command], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl, AUTH_SECRET },
  });
  if (status !== 0) throw new Error(`The schema could not be created: ${stderr}`);
}
