import { execFileSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { suiteFolder } from '../../support/fault/serve';
import { Client } from '../../support/process/http';
import { type Service, startService, stopService } from '../../support/process/service';

const folder = suiteFolder();

async function startWithOutput(name: string, stdout: number, env = {}): Promise<Service> {
  const databaseFile = join(folder, `${name}.db`);
  const service = await startService({ databaseFile, stdout, env });
  onTestFinished(() => service.kill('SIGKILL'));
  return service;
}

it('a log on a full disk keeps the service from nothing, and is told once on standard error', async () => {
  const service = await startWithOutput('full', openSync('/dev/full', 'w'), { LOG_LEVEL: 'debug' });
  const client = new Client(service.port);
  for (let i = 0; i < 50; i++) expect((await client.send({ path: '/api/health/live' })).status).toBe(200);
  client.close();
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
  expect(service.output()).toMatch(/^The log cannot be written to standard output \(ENOSPC[^\n]*\n$/);
});

it('a log that nobody reads keeps the service from nothing', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Opened for both directions, so that opening does not wait for a reader.
  const service = await startWithOutput('unread', openSync(pipe, constants.O_RDWR), { LOG_LEVEL: 'debug' });
  const client = new Client(service.port);
  // About 200 bytes of log each; the pipe takes 64 KiB.
  for (let i = 0; i < 4_000; i++) expect((await client.send({ path: '/api/v1/x' })).status).toBe(404);
  client.close();
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
});

it('a closed terminal (SIGHUP) lets requests finish, as SIGTERM does', async () => {
  const service = await startService({ databaseFile: join(folder, 'hangup.db') });
  expect(await stopService(service, 'SIGHUP')).toEqual({ code: 0, signal: null });
});

it('a stop as soon as calls are served, while the pages are still being started, lets requests finish too', async () => {
  const service = await startWithOutput('early', openSync('/dev/null', 'w'));
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
});
