import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testFolder, testService } from '../../support/process/folder';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import type { Service } from '../../support/process/service';
import { type Behaviour, behaveDuring } from './well-behaved';

export const TOPIC = 'Overload';
const P99_MAX_MS = 1_000;
const BOTS = 2_000;

export type Stage = {
  readonly databaseFile: string;
  readonly service: Service;
  readonly operator: Operator;
  readonly bots: readonly TestBot[];
};

/** Signs in where a suite needs someone who sees all. */
export const ADMIN = { email: 'admin@example.org', password: 'the passphrase of an admin' };

export const METRICS_TOKEN = 'a token for whoever collects figures';

/** A service with bots of its own that goes with the test. `under`: a program that runs it. */
export async function stage(under: readonly string[] = []): Promise<Stage> {
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

/** Both well-behaved clients were served without exception and in time while `work` ran; says how. */
export async function expectServed({ service, bots }: Stage, work: () => Promise<void>): Promise<string> {
  const seen = await behaveDuring(service.port, bots, work);
  for (const behaviour of Object.values(seen)) {
    expect(behaviour.failures).toEqual([]);
    expect(behaviour.calls).toBeGreaterThan(20);
    expect(behaviour.p99Ms).toBeLessThan(P99_MAX_MS);
  }
  const say = ({ calls, p99Ms, maxMs }: Behaviour) =>
    `${calls} calls, p99 ${Math.ceil(p99Ms)} ms, longest ${Math.ceil(maxMs)} ms`;
  return `kept alive: ${say(seen.kept)}; new connections: ${say(seen.fresh)}; 100 % answered 200`;
}

/** The descriptors that a process has open. */
export const openDescriptors = ({ pid }: Service): number => readdirSync(`/proc/${pid}/fd`).length;

/** As long as the attack lasts. */
export const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until `isSo`; fails after `maxMs`. */
export async function eventually(isSo: () => boolean | Promise<boolean>, maxMs: number): Promise<void> {
  await expect.poll(isSo, { timeout: maxMs, interval: 50 }).toBe(true);
}
