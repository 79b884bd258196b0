import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncWhileWritten } from '@/lib/data/backup/backup';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-sync-'));
  file = join(folder, 'file');
  writeFileSync(file, 'written');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('what was written resolves with its result', async () => {
  expect(await syncWhileWritten(file, Promise.resolve('result'))).toBe('result');
});

it('what fails rejects with its error', async () => {
  await expect(syncWhileWritten(file, Promise.reject(new Error('full')))).rejects.toThrow('full');
});

it('a failed sync rejects, but not before the writer has ended', async () => {
  let end = () => {};
  const written = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isSettled = false;
  const result = syncWhileWritten(join(folder, 'missing'), written).finally(() => {
    isSettled = true;
  });
  result.catch(() => {});
  // As long as the failed sync takes.
  for (let i = 0; i < 3; i++) await open(join(folder, 'missing')).catch(() => {});
  expect(isSettled).toBe(false);
  end();
  await expect(result).rejects.toThrow('ENOENT');
});
