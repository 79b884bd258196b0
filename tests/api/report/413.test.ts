import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { exchange, rawHeader, rawRequest } from '../../support/process/http';
import { REPORT_PATH, report } from '../../support/process/requests';

const MAX = 16_384;

onEveryServer((api) => {
  const { operator } = api;

  it.each([MAX + 1, MAX * 2, 1_000_000])('refuses a body that declares %d bytes', async (bytes) => {
    const bot = await operator.bot();
    const body = JSON.stringify(report(bot)).padEnd(bytes);
    await expectRejected(api, bot, await api.report(bot, { body }), 'body_too_large');
  });

  it.each([
    ['in one piece', [MAX + 1]],
    ['by the last byte', [MAX, 1]],
    ['in many pieces', Array.from({ length: 40 }, () => 1_000)],
  ])('refuses a chunked body that turns out to be too large %s', async (_, sizes) => {
    const bot = await operator.bot();
    const [first = 0, ...rest] = sizes;
    const chunks = [JSON.stringify(report(bot)).padEnd(first), ...rest.map((size) => ' '.repeat(size))];
    await expectRejected(api, bot, await api.report(bot, { chunks }), 'body_too_large');
  });

  it('counts bytes, not characters', async () => {
    const bot = await operator.bot();
    const empty = JSON.stringify(report(bot, { lang: '' }));
    const body = empty.replace('""', `"${'é'.repeat((MAX - empty.length) / 2 + 1)}"`);
    expect(body.length).toBeLessThan(MAX);
    expect(Buffer.byteLength(body)).toBeGreaterThan(MAX);
    await expectRejected(api, bot, await api.report(bot, { body }), 'body_too_large');
  });

  it.each([
    ['a declared size without waiting for the body', 'Content-Length: 99999999999', ''],
    ['an endless chunked body as soon as it is too large', 'Transfer-Encoding: chunked', '4001\r\n'],
  ])('refuses %s', async (_, framing, start) => {
    const bot = await operator.bot();
    const headers = ['Content-Type: application/json', `Authorization: Bearer ${bot.key}`, framing];
    const body = start && `${start}${' '.repeat(0x4001)}\r\n`;
    const response = await exchange(api.port, rawRequest(REPORT_PATH, headers, 'POST') + body);
    expect([response.status, JSON.parse(response.body).error]).toEqual([413, 'body_too_large']);
    expect(rawHeader(response, 'RateLimit')).toBeDefined();
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 1, reports: [] });
  });

  it('serves the client’s next request after a body that was too large', async () => {
    const bot = await operator.bot();
    await api.report(bot, { body: ' '.repeat(MAX + 1) });
    expect((await api.report(bot)).status).toBe(200);
  });
});
