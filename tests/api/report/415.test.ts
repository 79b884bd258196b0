import { gzipSync } from 'node:zlib';
import { it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { bearer, REPORT_PATH, report } from '../../support/process/requests';

const TYPES = [
  '',
  'text/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-seq',
  'application/ld+json',
  'application/vnd.api+json',
  'application/*',
  '*/*',
  'application',
  'json',
  'application/json, text/plain',
  'application/json/x',
  'x application/json',
  'application /json',
  '"application/json"',
  ';application/json',
];
const ENCODINGS = [
  'gzip',
  'GZIP',
  'deflate',
  'br',
  'zstd',
  'x-gzip',
  'identity, gzip',
  'gzip, identity',
  'utf-8',
];

onEveryServer((api) => {
  const { operator } = api;

  it.each(TYPES)('refuses the Content-Type "%s"', async (type) => {
    const bot = await operator.bot();
    const response = await api.report(bot, { headers: { 'Content-Type': type } });
    await expectRejected(api, bot, response, 'unsupported_media_type');
  });

  it('refuses two Content-Types, whatever the first is', async () => {
    const bot = await operator.bot();
    const types = ['application/json', 'text/plain'];
    const response = await api.report(bot, { headers: { 'Content-Type': types } });
    await expectRejected(api, bot, response, 'unsupported_media_type');
  });

  it('refuses a body without a Content-Type', async () => {
    const bot = await operator.bot();
    const body = JSON.stringify(report(bot));
    const response = await api.send({ method: 'POST', path: REPORT_PATH, headers: bearer(bot), body });
    await expectRejected(api, bot, response, 'unsupported_media_type');
  });

  it.each(ENCODINGS)('refuses the Content-Encoding %s', async (encoding) => {
    const bot = await operator.bot();
    const body = gzipSync(JSON.stringify(report(bot)));
    const response = await api.report(bot, { headers: { 'Content-Encoding': encoding }, body });
    await expectRejected(api, bot, response, 'unsupported_media_type');
  });
});
