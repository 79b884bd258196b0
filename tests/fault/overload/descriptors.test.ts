import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { exchange, rawRequest } from '../../support/process/http';
import { startHostile } from './hostile';
import { eventually, lasting, openDescriptors, startServiceWithBots, TOPIC } from './service-with-bots';

/** The share of one core that the server may use while it only refuses connections. */
const CPU_SHARE_MAX = 0.5;

/** The CPU time that a process has used, in ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // Fields 14 and 15 of proc(5), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

it('without a free descriptor neither exits nor spins, and serves again once descriptors are free', async () => {
  const on = await startServiceWithBots();
  const { pid, port } = on.service;
  const limit = (max: number) =>
    expect(spawnSync('prlimit', ['--pid', String(pid), `--nofile=${max}:`]).status).toBe(0);
  // The limit is lowered at run time, because the server reads it at its start.
  const before = openDescriptors(on.service);
  limit(before + 4);
  const hostile = await startHostile({
    kind: 'idle',
    port,
    count: 20,
    targets: [{ path: '/api/health/live' }],
  });
  await eventually(() => openDescriptors(on.service) >= before + 4, 10_000);
  const [cpuBefore, startedAt] = [cpuMs(pid), performance.now()];
  await lasting(3_000)();
  const share = (cpuMs(pid) - cpuBefore) / (performance.now() - startedAt);
  expect(share).toBeLessThan(CPU_SHARE_MAX);
  await hostile.stop();
  const isServing = async () => (await exchange(port, rawRequest('/api/health/ready'))).status === 200;
  await eventually(isServing, 5_000);
  figure(
    TOPIC,
    'no free descriptor',
    `${Math.ceil(share * 100)} % of a core meanwhile, serves at once afterwards`,
  );
});
