import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import type { Service } from '../../support/process/service';
import { testFolder, testService } from '../../support/process/test-resources';
import { type Behaviour, behaveDuring } from './well-behaved';

export const TOPIC = 'Overload';
const P99_MAX_MS = 1_000;
const BOTS = 2_000;

export type ServiceWithBots = {
  readonly databaseFile: string;
  readonly service: Service;
  readonly operator: Operator;
  readonly bots: readonly TestBot[];
};

/** An admin, for suites that open admin pages. */
export const ADMIN = { email: 'admin@example.org', password: 'the passphrase of an admin' };

export const METRICS_TOKEN = 'a token for the metrics';

/** Starts a service with BOTS bots for the current test. `under`: a program to run it under. */
export async function startServiceWithBots(under: readonly string[] = []): Promise<ServiceWithBots> {
  const databaseFile = join(testFolder(), 'botmeter.db');
  const service = await testService({
    databaseFile,
    under,
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, METRICS_TOKEN },
  });
  await createOwner(databaseFile);
  const operator = new Operator(databaseFile);
  onTestFinished(() => operator.close());
  return { databaseFile, service, operator, bots: await operator.bots(BOTS, 'business') };
}

/** Upper bounds of the response times of well-behaved clients, in ms. */
type Bounds = { readonly p99Ms?: number; readonly longestMs?: number };

/** Asserts that both well-behaved clients are served within the bounds while `work` runs; returns the figures. */
export async function expectServed(
  { service, bots }: ServiceWithBots,
  work: () => Promise<void>,
  { p99Ms = P99_MAX_MS, longestMs = Infinity }: Bounds = {},
): Promise<string> {
  const seen = await behaveDuring(service.port, bots, work);
  for (const behaviour of Object.values(seen)) {
    expect(behaviour.failures).toEqual([]);
    expect(behaviour.calls).toBeGreaterThan(20);
    expect(behaviour.p99Ms).toBeLessThan(p99Ms);
    expect(behaviour.maxMs).toBeLessThanOrEqual(longestMs);
  }
  const say = ({ calls, p99Ms, maxMs }: Behaviour) =>
    `${calls} calls, p99 ${Math.ceil(p99Ms)} ms, longest ${Math.ceil(maxMs)} ms`;
  return `kept alive: ${say(seen.kept)}; new connections: ${say(seen.fresh)}; 100 % answered 200`;
}

/** The number of open file descriptors of a process. */
export const openDescriptors = ({ pid }: Service): number => readdirSync(`/proc/${pid}/fd`).length;

/** As long as the attack lasts. */
export const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until `isSo`; fails after `maxMs`. */
export async function eventually(isSo: () => boolean | Promise<boolean>, maxMs: number): Promise<void> {
  await expect.poll(isSo, { timeout: maxMs, interval: 50 }).toBe(true);
}
