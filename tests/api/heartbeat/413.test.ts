import { it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

onEveryServer((api) => {
  it.each([
    ['declared', { body: 'x'.repeat(16_385) }],
    ['streamed', { chunks: ['x'.repeat(16_384), 'x'] }],
  ])('refuses a body over 16 KiB, %s', async (_, sent) => {
    const bot = await api.operator.bot();
    const request = { method: 'POST', path: '/api/v1/heartbeat', headers: bearer(bot), ...sent };
    await expectRejected(api, bot, await api.send(request), 'body_too_large');
  });
});
