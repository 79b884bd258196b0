import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { exchange, rawRequest } from '../../support/process/http';
import { REPORT_PATH, report } from '../../support/process/requests';

const SAMPLE = JSON.stringify(report({ id: '12345678901234567' }));
/** A string in JSON that consists of these bytes. */
const stringOf = (...bytes: number[]) =>
  Buffer.from([...Buffer.from('{"x":"'), ...bytes, ...Buffer.from('"}')]);

const BODIES: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['white space', ' \r\n\t'],
  ['a word', 'hello'],
  ['half an object', SAMPLE.slice(0, -1)],
  ['two objects', SAMPLE + SAMPLE],
  ['a trailing comma', SAMPLE.replace('}', ',}')],
  ['single quotes', SAMPLE.replaceAll('"', "'")],
  ['a comment', `/* */${SAMPLE}`],
  ...['NaN', 'Infinity', 'undefined', '0273', '+273', '0x11'].map((number): [string, string] => [
    number,
    SAMPLE.replace('273', number),
  ]),
  ['a form', 'botId=1&serverCount=4'],
  ['a raw control character in a string', SAMPLE.replace('12345', '12\n345')],
  ['two byte-order marks', `\uFEFF\uFEFF${SAMPLE}`],
  ['a byte that is not UTF-8', stringOf(0xff)],
  ['an overlong UTF-8 form', stringOf(0xc0, 0xaf)],
  ['a UTF-8 surrogate', stringOf(0xed, 0xa0, 0x80)],
  ['a cut off UTF-8 character', Buffer.from(`${SAMPLE.slice(0, -1)},"x":"é"}`).subarray(0, -3)],
  ['UTF-16', Buffer.from(SAMPLE, 'utf16le')],
  ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(SAMPLE, 'utf16le')])],
  ['16 KiB of [', '['.repeat(16_384)],
  ['16 KiB of {"a":', '{"a":'.repeat(3_276)],
  ['a gzip header', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
];

const DETAILS = expect.objectContaining({ reason: expect.stringMatching(/^[A-Z].*\.$/) });

onEveryServer((api) => {
  it.each(BODIES)('refuses %s', async (_, body) => {
    const bot = await api.operator.bot();
    await expectRejected(api, bot, await api.report(bot, { body }), 'invalid_json', DETAILS);
  });

  it('refuses a chunked body that is not JSON', async () => {
    const bot = await api.operator.bot();
    const response = await api.report(bot, { chunks: ['{"botId":', 'oops'] });
    await expectRejected(api, bot, response, 'invalid_json', DETAILS);
  });

  it('refuses a request without any body', async () => {
    const bot = await api.operator.bot();
    const headers = ['Content-Type: application/json', `Authorization: Bearer ${bot.key}`];
    const { status, body } = await exchange(api.port, rawRequest(REPORT_PATH, headers, 'POST'));
    expect([status, JSON.parse(body).error]).toEqual([400, 'invalid_json']);
  });

  it('accepts deeply nested valid JSON', async () => {
    const bot = await api.operator.bot();
    const deep = `{"x":${'['.repeat(8_000)}${']'.repeat(8_000)},${JSON.stringify(report(bot)).slice(1)}`;
    expect(deep.length).toBeLessThanOrEqual(16_384);
    expect((await api.report(bot, { body: deep })).status).toBe(200);
  });
});
