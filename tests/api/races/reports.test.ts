import { expect, it } from 'vitest';
import { size } from '../../support/fault/campaign';
import { onEveryServer } from '../../support/process/api-server';

const ROUNDS = size(10, 200);
const AT_ONCE = 24;
const INTERVAL_MS = 60_000;

onEveryServer((api) => {
  it(`accepts exactly one of ${AT_ONCE} simultaneous reports, ${ROUNDS} times`, {
    timeout: 240_000,
  }, async () => {
    const bot = await api.operator.bot({ plan: 'business' });
    for (let round = 1; round <= ROUNDS; round++) {
      const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => api.report(bot)));
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses, `round ${round}`).toEqual([200, ...Array(AT_ONCE - 1).fill(429)]);
      const { used, calls, rejected, reports } = await api.operator.state(bot.id);
      expect({ used, calls, rejected, reports: reports.length }, `round ${round}`).toEqual({
        used: round,
        calls: round,
        rejected: round * (AT_ONCE - 1),
        reports: round,
      });
      await api.operator.letPass(bot.id, INTERVAL_MS);
    }
    const { reports } = await api.operator.state(bot.id);
    const gaps = reports.slice(1).map((one, i) => one.atMs - (reports[i]?.atMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it(`accepts exactly one of ${AT_ONCE} simultaneous reports by different keys of one bot`, async () => {
    const bot = await api.operator.bot();
    const keys = await Promise.all(Array.from({ length: AT_ONCE }, () => api.operator.key(bot.id)));
    const responses = await Promise.all(keys.map(({ key }) => api.report({ ...bot, key })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await api.operator.state(bot.id)).toMatchObject({ used: 1, rejected: AT_ONCE - 1 });
  });
});
