import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Service, type ServiceOptions, startService } from './service';

/** An empty folder that goes with the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that goes with the test, however that ends. */
export async function testService(options: ServiceOptions): Promise<Service> {
  const service = await startService(options);
  onTestFinished(async () => {
    service.kill('SIGKILL');
    await service.ended;
  });
  return service;
}
