import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { backUp, restore } from '@/lib/container';
import { findProblems } from '@/lib/data/check';
import { distribute } from '@/lib/data/postgres/distribute';
import { openPostgres } from '@/lib/data/postgres/open';
import { isSpread } from '@/lib/data/postgres/spread';
import { BOT_ID, REPORT } from '@/tests/support/data/accounts';
import { makeClusterDatabase } from '@/tests/support/data/citus-database';
import { postgresInstance } from '@/tests/support/data/databases';
import { register, send } from '@/tests/support/data/fixtures';
import { scratch } from '@/tests/support/data/sqlite-files';
import { openRawDatabase } from '@/tests/support/process/raw-database';

const BOTS = 30;

async function makeSpread(name: string): Promise<string> {
  const url = await makeClusterDatabase(inject('citusPorts'), `botmeter_${name}`);
  await distribute(url, 4);
  return url;
}

async function contentOf(url: string) {
  const raw = openRawDatabase(url);
  const queries = [
    // A restored row begins at its first version.
    "SELECT to_jsonb(b) - 'version' AS bot FROM bots b ORDER BY id",
    'SELECT * FROM reports ORDER BY bot_id, at_ms',
    'SELECT * FROM events ORDER BY id',
    'SELECT * FROM api_keys ORDER BY hash',
    'SELECT id, email FROM users ORDER BY id',
    'SELECT * FROM marks ORDER BY id',
  ];
  const rows = [];
  for (const sql of queries) rows.push(await raw.rows<Record<string, unknown>>(sql));
  await raw.close();
  return rows;
}

it('a backup of a cluster is restored into another cluster with every row, and is found in order', async () => {
  const place = scratch();
  onTestFinished(() => place.remove());
  const from = await makeSpread('source');
  const instance = postgresInstance(from, () => {}, true);
  for (let i = 0; i < BOTS; i++) {
    const bot = await register(instance.directory, { id: `${BOT_ID}${i}`, plan: 'business' });
    await send(instance.store, { keyHash: bot.keyHash }, REPORT);
    const mark = { id: `mark-${i}`, atMs: 1_700_000_000_000 + i, kind: 'deploy' as const, text: 'v1' };
    await instance.directory.write([], ({ marks }) => marks.add(bot.botId, mark));
  }
  await instance.close();
  const before = await contentOf(from);
  const backup = join(place.folder, 'cluster.backup');
  await backUp({ kind: 'postgres', url: from }, backup);

  const to = await makeSpread('target');
  await restore(backup, { kind: 'postgres', url: to }, false);
  const after = await contentOf(to);
  expect(after.map((rows) => rows.length)).toEqual([BOTS, BOTS, expect.any(Number), BOTS, BOTS, BOTS]);
  expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(JSON.stringify(before)));
  expect(await findProblems({ kind: 'postgres', url: to }, () => true)).toEqual([]);
  const pool = await openPostgres({ url: to, max: 1, onError: () => {}, name: 'a command' });
  expect(await isSpread(pool)).toBe(true);
  await pool.end();
});
