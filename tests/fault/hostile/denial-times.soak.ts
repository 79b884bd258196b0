import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionRequest } from '../../support/browser-jar';
import { figure, randomFrom, SEED } from '../../support/fault/campaign';
import { type ClientContext, createClients, type Site, startSite } from '../../support/site';

/** Of each kind. Before denials were recorded after the response, the medians were 13.0 ms and 11.3 ms. */
const REQUESTS = 1_500;
const SHUFFLES = 2_000;
/** A correct service fails this test once in a thousand runs. */
const P_VALUE_MIN = 0.001;

let site: Site;
let context: ClientContext;
beforeAll(async () => {
  site = await startSite();
  context = await createClients(site);
});
afterAll(() => site.stop());

const random = randomFrom(SEED);
const SEND_STATS = 'lib/actions/send-stats.ts#sendStatsAction';

async function denialMs(botId: string): Promise<number> {
  const fields = { botId, serverCount: '1', userCount: '2', shardCount: '1' };
  const headers = { ...context.headers['other owner'], origin: site.origin };
  const request = actionRequest(SEND_STATS, fields, headers);
  const startedAt = performance.now();
  await (await fetch(`${site.origin}/account`, request)).arrayBuffer();
  return performance.now() - startedAt;
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Permutation test: the probability of such a difference of medians when both come from the same distribution. */
function pValue(one: readonly number[], other: readonly number[]): number {
  const seen = Math.abs(median(one) - median(other));
  const all = [...one, ...other];
  let larger = 0;
  for (let i = 0; i < SHUFFLES; i++) {
    for (let at = all.length - 1; at > 0; at--) {
      const from = random(at + 1);
      [all[at], all[from]] = [all[from] ?? 0, all[at] ?? 0];
    }
    if (Math.abs(median(all.slice(0, one.length)) - median(all.slice(one.length))) >= seen) larger++;
  }
  return (larger + 1) / (SHUFFLES + 1);
}

it('denials of an unknown bot and of another owner’s bot take the same time', {
  timeout: 600_000,
}, async () => {
  const kinds = {
    otherOwners: context.botId,
    unknown: '1283746529999999999',
    control: '1283746529999999998',
  };
  const times: Record<string, number[]> = { otherOwners: [], unknown: [], control: [] };
  for (let i = 0; i < 100; i++) await denialMs(kinds.control);
  for (let i = 0; i < REQUESTS; i++) {
    // Shuffled, so that no kind always follows the same other one.
    const round = Object.entries(kinds).toSorted(() => random(2) - 0.5);
    for (const [kind, botId] of round) times[kind]?.push(await denialMs(botId));
  }
  const { otherOwners = [], unknown = [], control = [] } = times;
  const p = pValue(otherOwners, unknown);
  const seen = [otherOwners, unknown, control].map((each) => `${median(each).toFixed(2)} ms`);
  figure(
    'Hostile input',
    `time of ${REQUESTS} denials of another owner's, an unknown and a second unknown bot`,
    `${seen.join(', ')}; p-value of the difference ${p.toFixed(3)}, of the control ${pValue(unknown, control).toFixed(3)}`,
  );
  expect(p).toBeGreaterThan(P_VALUE_MIN);
});
