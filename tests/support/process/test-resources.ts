import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
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

/** Asserts that only the owner can access the entries of a folder. Does not recurse: a private folder hides its content. */
export function expectPrivate(folder: string, except: readonly string[] = []): void {
  for (const name of readdirSync(folder)) {
    if (except.includes(name)) continue;
    const { mode } = statSync(join(folder, name));
    expect({ name, openTo: mode & 0o077 }).toEqual({ name, openTo: 0 });
  }
}
