import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { exchange, rawRequest } from '../../support/process/http';
import { USAGE_PATH } from '../../support/process/requests';
import { testFolder } from '../../support/process/test-resources';
import { requireProgram } from '../../support/programs';
import { startServiceWithBots, TOPIC } from './service-with-bots';
import { expectPagesServed, visitedPages } from './well-behaved';

/** An independent attack tool, in each of its modes. */

const CONNECTIONS = size(200, 2_000);
const LASTS_S = size(2, 45);
/** The tool sends a probe request once a second and waits this long for the response. */
const PROBE_MAX_S = 3;

/** Stands for the first script of a page, which Next serves in ranges. */
const SCRIPT = '/_next/static/*';

const SLOW_READER = ['-X', '-k', '5', '-w', '10', '-y', '20', '-n', '1', '-z', '5'];
const ATTACKS = [
  { kind: 'slow headers', path: USAGE_PATH, args: ['-H', '-i', '1'] },
  { kind: 'slow bodies', path: '/login', isPage: true, args: ['-B', '-i', '1', '-s', '16000'] },
  { kind: 'slow readers, five requests each,', path: '/api/openapi.json', args: SLOW_READER },
  { kind: 'slow readers, five requests each,', path: '/docs', isPage: true, args: SLOW_READER },
  { kind: 'overlapping ranges', path: SCRIPT, args: ['-R', '-t', 'GET', '-a', '1', '-b', '3000'] },
];

type Seen = {
  readonly opened: number;
  readonly seconds: number;
  /** Seconds in which the tool's probe got no response. */
  readonly failedProbes: number;
};

/** Runs the tool until its time is over or all its connections are closed. */
async function attack(port: number, path: string, args: readonly string[]): Promise<Seen> {
  const out = join(testFolder(), 'seen');
  const load = ['-c', String(CONNECTIONS), '-r', String(CONNECTIONS), '-l', String(LASTS_S)];
  const output = ['-p', String(PROBE_MAX_S), '-g', '-o', out, '-v', '1'];
  const url = `http://127.0.0.1:${port}${path}`;
  const child = spawn('slowhttptest', [...args, ...load, ...output, '-u', url], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'close');
  // Seconds, Closed, Pending, Connected, Service Available
  const [, ...lines] = readFileSync(`${out}.csv`, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  return {
    opened: Math.max(0, ...rows.map(([, closed = 0, , connected = 0]) => closed + connected)),
    seconds: rows.length,
    failedProbes: rows.filter((row) => row[4] === 0).length,
  };
}

async function scriptOf(port: number): Promise<string> {
  const { body } = await exchange(port, rawRequest('/login'));
  const [script] = /\/_next\/static\/[^"?]+\.js/.exec(body) ?? [];
  if (script === undefined) throw new Error('The page has no script.');
  return script;
}

it.each(ATTACKS)(
  `serves well-behaved clients, and pages to another address, beside slowhttptest: ${CONNECTIONS} $kind at $path`,
  async ({ kind, path, isPage = false, args }) => {
    requireProgram('slowhttptest');
    const on = await startServiceWithBots();
    const { port } = on.service;
    const target = path === SCRIPT ? await scriptOf(port) : path;
    // The code of this path is compiled before anything is measured.
    for (let i = 0; i < 5; i++) await exchange(port, rawRequest(target));
    const seen: Seen[] = [];
    const served = await expectPagesServed(on, await visitedPages(on), async () => {
      const until = performance.now() + LASTS_S * 1_000;
      // The tool exits early when the server has closed all its connections.
      do seen.push(await attack(port, target, args));
      while (performance.now() < until);
    });
    const sum = (of: (run: Seen) => number) => seen.reduce((all, run) => all + of(run), 0);
    const opened = sum((run) => run.opened);
    expect(opened).toBeGreaterThanOrEqual(CONNECTIONS);
    const failed = sum((run) => run.failedProbes);
    // A probe for a page is queued behind the tool's other requests from the same address.
    if (!isPage) expect(failed).toBe(0);
    const seconds = `its own probe without a response in ${failed} of ${sum((run) => run.seconds)} s`;
    figure(
      TOPIC,
      `slowhttptest, ${CONNECTIONS} ${kind} at ${path}`,
      `${opened} connections; ${seconds}; ${served}`,
    );
  },
);
