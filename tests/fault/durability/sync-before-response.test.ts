import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { serve } from '../../support/fault/serve';
import { reportRequest } from '../../support/process/requests';
import { testFolder } from '../../support/process/test-resources';
import { requireProgram } from '../../support/programs';

const REPORTS = size(100, 1_000);
const SYNCS = ['fsync', 'fdatasync'];
const READS = ['read', 'readv', 'recvfrom', 'recvmsg'];
const WRITES = ['write', 'writev', 'sendto', 'sendmsg'];

/** A completed system call: its name, the text of its arguments, its result. */
type Called = { readonly name: string; readonly args: string; readonly result: string };

/** The calls of a trace in the order of their completion. strace prints a call in two parts when another interrupts it. */
function completedCalls(trace: string): Called[] {
  const begun = new Map<string, string>();
  const calls: Called[] = [];
  for (const line of trace.split('\n')) {
    const [, pid = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(text);
    if (unfinished !== null) {
      begun.set(pid, unfinished[1] ?? '');
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const whole = resumed === null ? text : (begun.get(pid) ?? '') + resumed[1];
    const call = /^(\w+)\((.*)\)\s+= (\S+)/.exec(whole);
    if (call !== null) calls.push({ name: call[1] ?? '', args: call[2] ?? '', result: call[3] ?? '' });
  }
  return calls;
}

it('completes a sync of the WAL before the response to each report', { timeout: 600_000 }, async () => {
  requireProgram('strace');
  const folder = testFolder();
  const traceFile = join(folder, 'trace');
  const trace = ['-f', '-y', '-s', '400', '-e', `trace=${[...SYNCS, ...READS, ...WRITES]}`, '-o', traceFile];
  const { service, operator, client } = await serve(join(folder, 'botmeter.db'), {
    under: ['strace', ...trace],
  });
  try {
    const bots = await operator.bots(REPORTS, 'business');
    await operator.close();
    for (const [i, bot] of bots.entries()) {
      const request = reportRequest(bot);
      const headers = { ...request.headers, 'X-Request-Id': `report-${i}-of-many` };
      expect((await client.send({ ...request, headers })).status).toBe(200);
    }
    client.close();
  } finally {
    // To the server, not to strace, so that the trace is complete.
    process.kill(serverPidOf(service.pid), 'SIGTERM');
    await service.ended;
  }

  const calls = completedCalls(readFileSync(traceFile, 'utf8'));
  const isWalSync = ({ name, args, result }: Called) =>
    SYNCS.includes(name) && args.includes('botmeter.db-wal>') && result === '0';
  for (let i = 0; i < REPORTS; i++) {
    const on = (names: readonly string[]) => (call: Called) =>
      names.includes(call.name) &&
      /<(socket|TCP)/.test(call.args) &&
      call.args.includes(`report-${i}-of-many`);
    const [readAt, sentAt] = [calls.findIndex(on(READS)), calls.findIndex(on(WRITES))];
    expect(readAt, `the read of report ${i}`).toBeGreaterThan(-1);
    expect(sentAt, `the response to report ${i}`).toBeGreaterThan(readAt);
    const synced = calls.slice(readAt, sentAt).filter(isWalSync).length;
    expect(synced, `syncs of the WAL between reading report ${i} and its response`).toBeGreaterThanOrEqual(1);
  }
  figure(
    'Power',
    `${REPORTS} reports: a sync of the WAL before each response (fsync here)`,
    `${REPORTS} of ${REPORTS}`,
  );
});

/** The process that strace runs. */
function serverPidOf(stracePid: number): number {
  return Number(readFileSync(`/proc/${stracePid}/task/${stracePid}/children`, 'utf8').trim().split(' ')[0]);
}
