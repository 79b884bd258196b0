import { expect, it } from 'vitest';
import { size } from '../../support/fault/campaign';
import { onEveryServer } from '../../support/process/api-server';

const ROUNDS = size(6, 100);
const MIXED_ROUNDS = size(10, 50);
const AT_ONCE = 64;
const LEFT = 10;
const LIMIT = 1_500;

onEveryServer((api) => {
  it(`serves ${AT_ONCE} simultaneous reads with ${LEFT} calls left and counts ${LEFT}, ${ROUNDS} times`, {
    timeout: 240_000,
  }, async () => {
    const bot = await api.operator.bot();
    for (let round = 1; round <= ROUNDS; round++) {
      await api.operator.setUsed(bot.id, LIMIT - LEFT);
      const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => api.usage(bot)));
      expect(
        responses.map(({ status }) => status),
        `round ${round}`,
      ).toEqual(Array(AT_ONCE).fill(200));
      const seen = responses
        .map((response) => response.json().data.usage.apiCalls.used)
        .sort((a, b) => a - b);
      const counted = Array.from({ length: LEFT }, (_, i) => LIMIT - LEFT + 1 + i);
      expect(seen, `round ${round}`).toEqual([...counted, ...Array(AT_ONCE - LEFT).fill(LIMIT)]);
      const { used, calls, rejected } = await api.operator.state(bot.id);
      expect({ used, calls, rejected }, `round ${round}`).toEqual({
        used: LIMIT,
        calls: round * LEFT,
        rejected: 0,
      });
    }
  });

  it('counts exactly what is left among simultaneous reads and reports', async () => {
    const bot = await api.operator.bot();
    for (let round = 1; round <= MIXED_ROUNDS; round++) {
      await api.operator.setUsed(bot.id, LIMIT - LEFT);
      const responses = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) => (i % 2 === 0 ? api.usage(bot) : api.report(bot))),
      );
      expect((await api.operator.state(bot.id)).used).toBe(LIMIT);
      expect(
        responses.filter((response, i) => i % 2 === 1 && response.status === 200).length,
      ).toBeLessThanOrEqual(1);
      await api.operator.letPass(bot.id, 30 * 60_000);
    }
  });
});
