import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { exchange, rawHeader } from '../../support/process/raw-socket';
import { REPORT_PATH, report } from '../../support/process/requests';

const MAX = 16_384;

onEveryServer((site) => {
  const { operator } = site;
  const expectRejected = async (id: string) =>
    expect(await operator.state(id)).toMatchObject({ used: 0, rejected: 1, reports: [] });

  it.each([MAX + 1, MAX * 2, 1_000_000])('refuses a body that declares %d bytes', async (bytes) => {
    const bot = await operator.bot();
    const answer = await site.report(bot, { body: JSON.stringify(report(bot)).padEnd(bytes) });
    expectFailure(answer, 'body_too_large', { isAuthenticated: true });
    await expectRejected(bot.id);
  });

  it.each([
    ['in one piece', [MAX + 1]],
    ['by the last byte', [MAX, 1]],
    ['in many pieces', Array.from({ length: 40 }, () => 1_000)],
  ])('refuses a chunked body that turns out to be too large %s', async (_, sizes) => {
    const bot = await operator.bot();
    const [first = 0, ...rest] = sizes;
    const chunks = [JSON.stringify(report(bot)).padEnd(first), ...rest.map((size) => ' '.repeat(size))];
    expectFailure(await site.report(bot, { chunks }), 'body_too_large', { isAuthenticated: true });
    await expectRejected(bot.id);
  });

  it('counts bytes, not characters', async () => {
    const bot = await operator.bot();
    const empty = JSON.stringify(report(bot, { lang: '' }));
    const body = empty.replace('""', `"${'é'.repeat((MAX - empty.length) / 2 + 1)}"`);
    expect(body.length).toBeLessThan(MAX);
    expect(Buffer.byteLength(body)).toBeGreaterThan(MAX);
    expectFailure(await site.report(bot, { body }), 'body_too_large', { isAuthenticated: true });
  });

  it('refuses a declared size without waiting for the body', async () => {
    const bot = await operator.bot();
    const head = [
      `POST ${REPORT_PATH} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      `Authorization: Bearer ${bot.key}`,
      'Content-Length: 99999999999',
      '\r\n',
    ];
    const answer = await exchange(site.port, head.join('\r\n'));
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([413, 'body_too_large']);
    expect(rawHeader(answer, 'RateLimit')).toBeDefined();
    await expectRejected(bot.id);
  });

  it('refuses an endless chunked body as soon as it is too large', async () => {
    const bot = await operator.bot();
    const head = [
      `POST ${REPORT_PATH} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      `Authorization: Bearer ${bot.key}`,
      'Transfer-Encoding: chunked',
      '\r\n4001',
      ' '.repeat(0x4001),
      '',
    ];
    const answer = await exchange(site.port, head.join('\r\n'));
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([413, 'body_too_large']);
    await expectRejected(bot.id);
  });

  it('serves the client’s next request after a body that was too large', async () => {
    const bot = await operator.bot();
    await site.report(bot, { body: ' '.repeat(MAX + 1) });
    expect((await site.report(bot)).status).toBe(200);
  });
});
