import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type MadeSource, makeSource } from '../../support/data/vote-api';
import { bodyOf, delivery } from '../../support/data/vote-deliveries';
import { figure } from '../../support/fault/campaign';
import { serve, suiteFolder, suitePostgres } from '../../support/fault/serve';
import { createDatabase } from '../../support/process/database-url';
import { Client } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';
import { quantile } from '../../support/stats.mjs';

/** 2 000 votes of one bot in 10 s, beside reports of other bots: compared with two stretches without any. */

const VOTES = 2_000;
const LASTS_MS = 10_000;
const REPORTS = 2_000;
const ROUNDS = ['A', 'A', 'votes', 'A', 'votes', 'A'] as const;
/** The noise of one machine: p99 with votes may be so far above the highest without. */
const BAND = 1.5;
const BAND_MS = 5;

const VOTED_BOTS = 8;

const folder = suiteFolder();
const postgres = suitePostgres();
const DATABASES = [
  ['SQLite', async () => join(folder, 'load.db')],
  ['PostgreSQL', () => createDatabase(postgres().url)],
] as const;

/** Calls `one` for each of `count`, evenly over LASTS_MS whether the ones before have ended or not. */
async function evenly(count: number, one: (i: number) => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    const waitMs = startedAt + (i * LASTS_MS) / count - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    running.push(one(i));
  }
  await Promise.all(running);
}

it.each(DATABASES)('on %s, hold up no metered call', { timeout: 600_000 }, async (name, create) => {
  const { operator, service, stop } = await serve(await create());
  const bots = await operator.bots(ROUNDS.length * REPORTS, 'business');
  const sources: (MadeSource & { readonly botId: string })[] = [];
  // None of them gets more votes than are stored in a second.
  for (const { id } of await operator.bots(VOTED_BOTS, 'business'))
    sources.push({ botId: id, ...(await makeSource(await operator.ports(), 'topgg', id)) });
  const client = new Client(service.port, 256);
  let reported = 0;
  let voted = 0;
  const timed = async (into: number[], send: () => Promise<{ status: number }>) => {
    const startedAt = performance.now();
    expect((await send()).status).toBe(200);
    into.push(performance.now() - startedAt);
  };
  const reports = (into: number[]) =>
    evenly(REPORTS, () => {
      const of = bots[reported++] as TestBot;
      return timed(into, () => client.send(reportRequest(of)));
    });
  const votes = (into: number[]) =>
    evenly(VOTES, () => {
      const { botId, path, secret } = sources[++voted % VOTED_BOTS] as (typeof sources)[number];
      const body = JSON.stringify(bodyOf('topgg', 0, { bot: botId, user: `user-${voted}` }));
      const sent = { method: 'POST', path, ...delivery('topgg', secret, body, 0) };
      return timed(into, () => client.send(sent));
    });
  const p99 = { A: [] as number[], votes: [] as number[] };
  const ofVotes: number[] = [];
  for (const [i, round] of ROUNDS.entries()) {
    const times: number[] = [];
    await Promise.all([reports(times), ...(round === 'votes' ? [votes(ofVotes)] : [])]);
    // The first one warms up.
    if (i > 0) p99[round].push(quantile(times, 0.99));
  }
  client.close();
  await stop();
  const shown = (all: readonly number[]) => all.map((ms) => ms.toFixed(1)).join(', ');
  figure(
    'Votes',
    `${name}, ${VOTES} votes of ${VOTED_BOTS} bots in 10 s hold up no metered call: p99 of ${REPORTS} reports in 10 s`,
    `without votes ${shown(p99.A)} ms, with votes ${shown(p99.votes)} ms; p99 of votes ${quantile(ofVotes, 0.99).toFixed(1)} ms`,
  );
  const most = Math.max(...p99.A);
  expect(Math.max(...p99.votes)).toBeLessThan(most * BAND + BAND_MS);
});
