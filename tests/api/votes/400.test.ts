import { it } from 'vitest';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectRejected } from '@/tests/support/process/envelope';
import { bearer } from '@/tests/support/process/requests';

const LIMIT = { path: 'limit', message: 'Must be a whole number from 1 to 50.' };
const CURSOR = { path: 'cursor', message: 'Must be "nextCursor" of an earlier response.' };
const USER = { path: 'userId', message: 'Must have 1 to 64 characters.' };

onEveryServer((api) => {
  it.each([
    ['limit=0', LIMIT],
    ['limit=51', LIMIT],
    ['limit=1.5', LIMIT],
    ['limit=', LIMIT],
    ['limit=-1', LIMIT],
    ['cursor=', CURSOR],
    ['cursor=1', CURSOR],
    ["cursor=1.'", CURSOR],
    ['userId=', USER],
    [`userId=${'x'.repeat(65)}`, USER],
    ['userId=a%00', USER],
  ])('refuses %s', async (query, issue) => {
    const bot = await api.operator.bot();
    const response = await api.send({ path: `/api/v1/votes?${query}`, headers: bearer(bot) });
    await expectRejected(api, bot, response, 'invalid_query', { issues: [issue] });
  });
});
