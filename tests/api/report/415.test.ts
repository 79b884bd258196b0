import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { bearer, REPORT_PATH, report } from '../../support/process/requests';

const types = [
  ...['', 'text/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...['application/jsonp', 'application/json-seq', 'application/ld+json', 'application/vnd.api+json'],
  ...['application/*', '*/*', 'application', 'json', 'application/json, text/plain', 'application/json/x'],
  ...['x application/json', 'application /json', '"application/json"', ';application/json'],
];

onEveryServer((site) => {
  const { operator } = site;
  const expectRejected = async (id: string) =>
    expect(await operator.state(id)).toMatchObject({ used: 0, rejected: 1, reports: [] });

  it.each(types)('refuses the Content-Type "%s"', async (type) => {
    const bot = await operator.bot();
    const answer = await site.report(bot, { headers: { 'Content-Type': type } });
    expectFailure(answer, 'unsupported_media_type', { isAuthenticated: true });
    await expectRejected(bot.id);
  });

  it('refuses a body without a Content-Type', async () => {
    const bot = await operator.bot();
    const body = JSON.stringify(report(bot));
    const answer = await site.send({ method: 'POST', path: REPORT_PATH, headers: bearer(bot), body });
    expectFailure(answer, 'unsupported_media_type', { isAuthenticated: true });
    await expectRejected(bot.id);
  });

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'x-gzip', 'identity, gzip', 'gzip, identity', 'utf-8'])(
    'refuses the Content-Encoding %s',
    async (encoding) => {
      const bot = await operator.bot();
      const body = gzipSync(JSON.stringify(report(bot)));
      const answer = await site.report(bot, { headers: { 'Content-Encoding': encoding }, body });
      expectFailure(answer, 'unsupported_media_type', { isAuthenticated: true });
      await expectRejected(bot.id);
    },
  );
});
