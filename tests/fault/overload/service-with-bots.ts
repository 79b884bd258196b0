import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { size } from '../../support/fault/campaign';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import type { Service } from '../../support/process/service';
import { testFolder, testService } from '../../support/process/test-resources';

export const TOPIC = 'Overload';
/** Each reports once (well-behaved.ts). */
export const BOTS = size(400, 2_000);

export type ServiceWithBots = {
  readonly databaseFile: string;
  readonly service: Service;
  readonly operator: Operator;
  readonly bots: readonly TestBot[];
};

/** An admin, for suites that open admin pages. */
export const ADMIN = { email: 'admin@example.org', password: 'the passphrase of an admin' };

export const METRICS_TOKEN = 'a token for the metrics';
export const ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, METRICS_TOKEN };

/** Starts a service with BOTS bots for the current test. `under`: a program to run it under. */
export async function startServiceWithBots(under: readonly string[] = []): Promise<ServiceWithBots> {
  const databaseFile = join(testFolder(), 'botmeter.db');
  const service = await testService({ databaseFile, under, env: ENV });
  await createOwner(databaseFile);
  const operator = new Operator(databaseFile);
  onTestFinished(() => operator.close());
  return { databaseFile, service, operator, bots: await operator.bots(BOTS, 'business') };
}

/** The number of open file descriptors of a process. */
export const openDescriptors = ({ pid }: Service): number => readdirSync(`/proc/${pid}/fd`).length;

/** The number of its open sockets: files are opened with the first checkpoint, which may be at any time. */
export const openSockets = ({ pid }: Service): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length;

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    // Closed meanwhile.
    return false;
  }
}

/** Work that only waits, while an attack runs. */
export const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until `isSo`; fails after `maxMs`. */
export async function eventually(isSo: () => boolean | Promise<boolean>, maxMs: number): Promise<void> {
  await expect.poll(isSo, { timeout: maxMs, interval: 50 }).toBe(true);
}
