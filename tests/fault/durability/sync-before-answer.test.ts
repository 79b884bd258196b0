import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { Client } from '../../support/process/http';
import { createOwner, Operator } from '../../support/process/operator';
import { bearer, REPORT_PATH, report } from '../../support/process/requests';
import { startService } from '../../support/process/service';
import { requireProgram } from '../../support/required-program';

const REPORTS = size(100, 1_000);
const SYNCS = ['fsync', 'fdatasync'];
const READS = ['read', 'readv', 'recvfrom', 'recvmsg'];
const WRITES = ['write', 'writev', 'sendto', 'sendmsg'];

/** A completed system call: its name, the text of its arguments, its result. */
type Called = { readonly name: string; readonly args: string; readonly result: string };

/** The calls of a trace in the order in which they completed; those that strace shows in two parts are joined. */
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

it('completes a sync of the WAL before each report is answered', { timeout: 600_000 }, async () => {
  requireProgram('strace');
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-sync-'));
  const databaseFile = join(folder, 'botmeter.db');
  const traceFile = join(folder, 'trace');
  const service = await startService({
    databaseFile,
    under: [
      'strace',
      '-f',
      '-y',
      '-s',
      '400',
      '-e',
      `trace=${[...SYNCS, ...READS, ...WRITES]}`,
      '-o',
      traceFile,
    ],
  });
  try {
    await createOwner(databaseFile);
    const operator = new Operator(databaseFile);
    const bots = await operator.bots(REPORTS, 'business');
    await operator.close();
    const client = new Client(service.port);
    for (const [i, bot] of bots.entries()) {
      const answer = await client.send({
        method: 'POST',
        path: REPORT_PATH,
        headers: {
          ...bearer(bot),
          'Content-Type': 'application/json',
          'X-Request-Id': `report-${i}-of-many`,
        },
        body: JSON.stringify(report(bot)),
      });
      expect(answer.status).toBe(200);
    }
    client.close();
  } finally {
    // The tracer passes the signal's effect on: the server drains and the trace is complete.
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
    const [readAt, answeredAt] = [calls.findIndex(on(READS)), calls.findIndex(on(WRITES))];
    expect(readAt, `where report ${i} was read`).toBeGreaterThan(-1);
    expect(answeredAt, `where report ${i} was answered`).toBeGreaterThan(readAt);
    const synced = calls.slice(readAt, answeredAt).filter(isWalSync).length;
    expect(synced, `syncs of the WAL between reading and answering report ${i}`).toBeGreaterThanOrEqual(1);
  }
  rmSync(folder, { recursive: true });
  figure(
    'Power',
    `${REPORTS} reports: a sync of the WAL before each answer (fsync here)`,
    `${REPORTS} of ${REPORTS}`,
  );
});

/** The process that strace runs. */
function serverPidOf(stracePid: number): number {
  return Number(readFileSync(`/proc/${stracePid}/task/${stracePid}/children`, 'utf8').trim().split(' ')[0]);
}
