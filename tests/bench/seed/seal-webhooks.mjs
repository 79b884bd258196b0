import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AUTH_SECRET, ROOT } from '../servers/process.mjs';
import { idOf } from './bots.mjs';
import { openDatabase } from './open-database.mjs';
import { createSchema, OWNER } from './schema.mjs';

/**
 * Lets the product encrypt the addresses of webhooks, as only it can; returns what it stores of each.
 * @param {string} folder @param {readonly string[]} addresses
 * @returns {Promise<import('./events.mjs').Sealed[]>}
 */
export async function sealWebhooks(folder, addresses) {
  const file = join(folder, 'sealed.db');
  const databaseUrl = `file:${file}`;
  createSchema(databaseUrl);
  const run = (/** @type {string[]} */ ...args) => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'lib/build/cli.mjs'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: databaseUrl, AUTH_SECRET, WEBHOOK_ALLOW: ALLOWED },
    });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  };
  run('bot', 'create', '--id', idOf(1), '--name', 'Bot', '--owner', OWNER, '--plan', 'business');
  for (const url of addresses) run('webhook', 'create', '--bot', idOf(1), '--url', url);
  const { query, close } = await openDatabase(databaseUrl);
  const rows = await query('SELECT address, secret, host FROM webhook_endpoints');
  await close();
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  return addresses.map((url) => {
    const { host } = new URL(url);
    const row = rows.find((one) => one.host === host);
    return { address: String(row?.address), secret: String(row?.secret), host };
  });
}

/** The value of WEBHOOK_ALLOW for receivers on this machine. */
export const ALLOWED = '127.0.0.0/8';
