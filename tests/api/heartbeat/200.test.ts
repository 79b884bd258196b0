import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed } from '../../support/process/envelope';
import { bearer, botRequest } from '../../support/process/requests';

onEveryServer((api) => {
  const { operator } = api;

  it.each<[string, Record<string, string>, string | undefined]>([
    ['no body', {}, undefined],
    ['a body of another type', { 'Content-Type': 'text/plain', 'Content-Encoding': 'br' }, 'no JSON'],
    ['a body of 16 KiB', { 'Content-Type': 'application/json' }, '{'.repeat(16_384)],
  ])('takes %s, writes nothing and tells when it came', async (_, headers, body) => {
    const bot = await operator.bot();
    const before = await operator.rows(bot.id);
    const atMs = Date.now();
    const sent = { method: 'POST', path: '/api/v1/heartbeat', ...(body !== undefined && { body }) };
    const response = await api.send({ ...sent, headers: { ...bearer(bot), ...headers } });
    const { receivedAt } = response.json().data;
    expectServed(response, { success: true, data: { receivedAt } });
    expect(Date.parse(receivedAt)).toBeGreaterThanOrEqual(atMs - 1_000);
    expect(Date.parse(receivedAt)).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await operator.rows(bot.id)).toEqual(before);
  });

  it('ends a silence that was notified, with one event', async () => {
    const bot = await operator.bot();
    await operator.setSilent(bot.id, Date.now() - 3_600_000);
    const before = await operator.eventTypes(bot.id);
    const heartbeat = { method: 'POST', path: '/api/v1/heartbeat', headers: bearer(bot) };
    for (let i = 0; i < 3; i++) expect((await api.send(heartbeat)).status).toBe(200);
    expect(await operator.eventTypes(bot.id)).toEqual(['bot.recovered', ...before]);
  });

  it('makes a new bot healthy at once', async () => {
    const bot = await operator.bot();
    const stateNow = async () => (await api.send(botRequest(bot))).json().data.state;
    expect(await stateNow()).toBe('new');
    await api.send({ method: 'POST', path: '/api/v1/heartbeat', headers: bearer(bot) });
    expect(await stateNow()).toBe('healthy');
  });
});
