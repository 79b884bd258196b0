import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Service, type ServiceOptions, startService } from './service';

/** An empty folder that is deleted when the test ends. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a SQLite database that does not exist yet, in a folder of its own. */
export const testDatabaseFile = (): string => join(testFolder(), 'botmeter.db');

/** A server that is killed when the test ends, whether it passed or failed. */
export async function testService(options: ServiceOptions): Promise<Service> {
  const service = await startService(options);
  onTestFinished(async () => {
    service.kill('SIGKILL');
    await service.ended;
  });
  return service;
}
