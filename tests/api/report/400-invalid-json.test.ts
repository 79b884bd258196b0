import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { exchange } from '../../support/process/raw-socket';
import { REPORT_PATH, report } from '../../support/process/requests';

const SAMPLE = JSON.stringify(report({ id: '12345678901234567' }));

const bodies: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['white space', ' \r\n\t'],
  ['a word', 'hello'],
  ['half an object', SAMPLE.slice(0, -1)],
  ['two objects', SAMPLE + SAMPLE],
  ['a trailing comma', SAMPLE.replace('}', ',}')],
  ['single quotes', SAMPLE.replaceAll('"', "'")],
  ['a comment', `/* */${SAMPLE}`],
  ['NaN', SAMPLE.replace('273', 'NaN')],
  ['Infinity', SAMPLE.replace('273', 'Infinity')],
  ['undefined', SAMPLE.replace('273', 'undefined')],
  ['a leading zero', SAMPLE.replace('273', '0273')],
  ['a leading plus', SAMPLE.replace('273', '+273')],
  ['a hexadecimal number', SAMPLE.replace('273', '0x11')],
  ['a form', 'botId=1&serverCount=4'],
  ['a raw control character in a string', SAMPLE.replace('12345', '12\n345')],
  ['two byte-order marks', `\uFEFF\uFEFF${SAMPLE}`],
  [
    'a byte that is not UTF-8',
    Buffer.concat([Buffer.from(`{"x":"`), Buffer.from([0xff]), Buffer.from('"}')]),
  ],
  [
    'an overlong UTF-8 form',
    Buffer.concat([Buffer.from(`{"x":"`), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  ],
  [
    'a UTF-8 surrogate',
    Buffer.concat([Buffer.from(`{"x":"`), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  ],
  ['a cut off UTF-8 character', Buffer.from(`${SAMPLE.slice(0, -1)},"x":"é"}`).subarray(0, -3)],
  ['UTF-16', Buffer.from(SAMPLE, 'utf16le')],
  ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(SAMPLE, 'utf16le')])],
  ['16 KiB of [', '['.repeat(16_384)],
  ['16 KiB of {"a":', '{"a":'.repeat(3_276)],
  ['a gzip header', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
];

onEveryServer((site) => {
  it.each(bodies)('refuses %s, counts it as rejected and stores nothing', async (_, body) => {
    const bot = await site.operator.bot();
    const answer = await site.report(bot, { body });
    expectFailure(answer, 'invalid_json', { isAuthenticated: true });
    expect(await site.operator.state(bot.id)).toMatchObject({ used: 0, rejected: 1, reports: [] });
  });

  it('refuses a chunked body that is not JSON', async () => {
    const bot = await site.operator.bot();
    const answer = await site.report(bot, { chunks: ['{"botId":', 'oops'] });
    expectFailure(answer, 'invalid_json', { isAuthenticated: true });
  });

  it('refuses a request without any body', async () => {
    const bot = await site.operator.bot();
    const { status, body } = await exchange(
      site.port,
      [
        `POST ${REPORT_PATH} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        'Content-Type: application/json',
        `Authorization: Bearer ${bot.key}`,
        '\r\n',
      ].join('\r\n'),
    );
    expect([status, JSON.parse(body).error]).toEqual([400, 'invalid_json']);
  });

  it('responds quickly to deeply nested valid JSON', async () => {
    const bot = await site.operator.bot();
    const deep = `{"x":${'['.repeat(8_000)}${']'.repeat(8_000)},${JSON.stringify(report(bot)).slice(1)}`;
    expect(deep.length).toBeLessThanOrEqual(16_384);
    expect((await site.report(bot, { body: deep })).status).toBe(200);
  });
});
