import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  INVALID_KEY,
  invalidBody,
  invalidQuery,
  malformedKey,
  TOO_MANY_READS,
  tooManyPauses,
} from '@/lib/api/errors';
import type { BotmeterClient, BotmeterError } from '@/lib/client/index';
import { BOT_ID, clientOn, KEY, VirtualTime } from './virtual-time';

/** What a bot author reads: the service's diagnosis, invisible characters by name, and a warning where nobody listens. */

const refusing = (status: number, body: object) => async () => Response.json(body, { status });
const envelope = ({ error, message }: { error: string; message: string }) => ({
  success: false,
  error,
  message,
  requestId: 'request-1',
});
const NEW_CODE = { error: 'new_code', message: 'Wait a second.' };
const DISABLED = { error: 'bot_disabled', message: 'Disabled on Monday.' };
const QUOTED = malformedKey('The key is in quotes: leave them out.');

test.each([
  ['a key in quotes', 401, QUOTED, 'invalid_key', QUOTED.message],
  ['an unknown key', 401, INVALID_KEY, 'invalid_key', INVALID_KEY.message],
  ['a code that the client does not know', 429, NEW_CODE, 'http_error', NEW_CODE.message],
  ['a code with advice', 403, DISABLED, 'bot_disabled', DISABLED.message],
])(
  '%s: the service’s message belongs to the error and to its JSON',
  async (_, status, refusal, code, said) => {
    const client = clientOn(new VirtualTime(), { fetch: refusing(status, envelope(refusal)) });
    const { error } = (await client.getApiUsage()) as { error: BotmeterError };
    expect(error).toMatchObject({ code, status, serviceMessage: said });
    expect(error.message).toContain(said);
    expect(error.message).not.toContain('wrong, revoked or expired');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      code,
      message: error.message,
      serviceMessage: said,
    });
  },
);

const ISSUES = [
  { path: 'serverCount', message: 'Must be a whole number from 0 to 10000000, not a string.' },
  { path: '', message: 'Has a comma at its end.' },
];
const LISTED = `serverCount: ${ISSUES[0]?.message}; ${ISSUES[1]?.message}`;
test.each([
  [400, invalidBody(ISSUES), LISTED],
  [400, invalidQuery(ISSUES), LISTED],
  [429, TOO_MANY_READS, TOO_MANY_READS.message],
  [429, tooManyPauses(1_000), tooManyPauses(1_000).message],
])(
  'what is wrong with a request (status %i) is said once, by the service',
  async (status, refusal, message) => {
    const client = clientOn(new VirtualTime(), {
      fetch: refusing(status, { success: false, requestId: 'request-1', ...refusal }),
    });
    const error = { code: refusal.error, message, serviceMessage: refusal.message };
    expect(await client.heartbeat()).toMatchObject({ error });
  },
);

test('a diagnosis that repeats the key is shown without it', async () => {
  const refusal = { error: 'invalid_key', message: `${KEY} is wrong` };
  const client = clientOn(new VirtualTime(), { fetch: refusing(401, envelope(refusal)) });
  const { error } = (await client.getApiUsage()) as { error: BotmeterError };
  expect(error.message).toBe('[key] is wrong');
  expect(inspect(error) + JSON.stringify(error)).not.toContain(KEY);
});

test('an id with blanks around it is used without them', async () => {
  const bodies: unknown[] = [];
  const client = clientOn(new VirtualTime(), {
    botId: ` ${BOT_ID}\r\n`,
    fetch: async (_, { body }) => {
      bodies.push(JSON.parse(String(body)));
      return new Response();
    },
  });
  await client.sendStats({ serverCount: 4, userCount: 273 });
  expect(bodies).toMatchObject([{ botId: BOT_ID }]);
});

test.each([
  ['a zero-width space', '\u200b', 'U+200B'],
  ['a byte-order mark', '\ufeff', 'U+FEFF'],
  ['a no-break space', '\u00a0', 'U+00A0'],
  ['a bidirectional mark', '\u202e', 'U+202E'],
  ['a tab', '\t', 'U+0009'],
  ['a variation selector', '\ufe0f', 'U+FE0F'],
])('%s in a key or an id is named', async (_, character, name) => {
  const inside = (text: string) => `${text.slice(0, 9)}${character}${text.slice(9)}`;
  for (const [option, given] of [
    ['apiKey', { apiKey: inside(KEY), botId: BOT_ID }],
    ['botId', { apiKey: KEY, botId: inside(BOT_ID) }],
  ] as const) {
    const { error } = (await clientOn(new VirtualTime(), given).getApiUsage()) as { error: BotmeterError };
    expect(error.message).toContain(`${option} has an invisible character in it (${name})`);
    expect(error.message).not.toContain(KEY.slice(0, 9));
  }
});

test('without a listener each distinct fault is written once, with what to do; with one nothing is', async () => {
  const lines: string[] = [];
  const replies = [401, 401, 500, 401, 429];
  const client = clientOn(new VirtualTime(), {
    warn: (line) => lines.push(line),
    fetch: async () => {
      const status = replies.shift() ?? 0;
      const error = { 401: 'invalid_key', 429: 'update_too_soon' }[status] ?? 'internal_error';
      return Response.json(envelope({ error, message: `Said ${replies.length} of ${error}.` }), { status });
    },
  });
  for (let call = 0; call < 5; call += 1) await client.getApiUsage();
  expect(lines).toEqual([
    'Botmeter: Said 4 of invalid_key.',
    expect.stringMatching(/^Botmeter: The service failed\. .*Said 2 of internal_error\.$/),
  ]);
  replies.push(401, 500);
  client.on('refused', () => {}).on('error', () => {});
  for (let call = 0; call < 2; call += 1) await client.getApiUsage();
  expect(lines).toHaveLength(2);
});

test('a bot with wrong options and no listener is warned when it starts, whatever standard error does', async () => {
  const lines: string[] = [];
  const warn = (line: string) => {
    lines.push(line);
    throw new Error('closed');
  };
  const client: BotmeterClient = clientOn(new VirtualTime(), { botId: '12', warn });
  client.start({ collect: () => null });
  await Promise.resolve();
  expect(lines).toEqual([expect.stringMatching(/^Botmeter: Nothing will be reported\. Set botId/)]);
});
