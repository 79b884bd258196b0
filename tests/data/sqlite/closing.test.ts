import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStorage } from '@/lib/data/open-storage';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { scratch } from '@/tests/support/data/sqlite-files';

it('an instance that has only served calls closes its connections: the last one removes the WAL', async () => {
  const { file, folder, remove } = scratch();
  onTestFinished(remove);
  const { store, close } = await openSqliteStorage(file, {
    nowMs: () => T0,
    poolMax: 0,
    open: (step) => step(),
    onConnectionLost: () => {},
    onCheckpointError: () => {},
  });
  await store.find({ botId: BOT_ID });
  expect(readdirSync(folder)).toContain(`${basename(file)}-wal`);
  await close();
  expect(readdirSync(folder)).toEqual([basename(file)]);
});
