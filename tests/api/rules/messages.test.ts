import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { composeKey } from '@/lib/domain/keys/key-text';
import { onOneServer } from '../../support/process/api-server';
import type { HttpRequest } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

/** Typical mistakes and the message of each, which has to say alone what to do: many clients print nothing else. */

const json = (fields: object) => (bot: TestBot) => ({ body: JSON.stringify({ ...report(bot), ...fields }) });
const text = (change: (valid: string) => string | Uint8Array) => (bot: TestBot) => ({
  body: change(JSON.stringify(report(bot))),
});
const key = (change: (key: string) => string) => (bot: TestBot) => ({
  headers: { Authorization: change(bot.key) },
});
const headers = (sent: Record<string, string>) => () => ({ headers: sent });
/** Like `key`. With a body of bytes Node sends a field with one byte per character. */
const keyBytes = (change: (key: string) => string) => (bot: TestBot) => ({
  ...key(change)(bot),
  body: Buffer.from(JSON.stringify(report(bot))),
});
const asBytes = (text: string) => Buffer.from(text).toString('latin1');
const path = (sent: string, method = 'POST') => ({ path: sent, method });

const SERVERS = 'serverCount must be a whole number from 0 to 10000000,';
const USERS = 'userCount must be a whole number from 0 to 10000000000,';
const ID = 'botId must be a string of 17 to 20 digits,';
const NOT_JSON = 'The body is not valid JSON';
const FORM = 'A key is "btm_" followed by 38 letters and digits.';
const SEND = 'Send the API key as "Authorization: Bearer <key>".';
const TYPE = 'Send a JSON body with "Content-Type: application/json", not compressed.';
const EXACTLY = (known: string) => `There is nothing at this path. It must be exactly "${known}".`;

const MISTAKES: Record<string, readonly [(bot: TestBot) => HttpRequest, string]> = {
  'numbers as strings': [
    json({ serverCount: '4', userCount: '273' }),
    `${SERVERS} not a string: leave out its quotes; ${USERS} not a string: leave out its quotes.`,
  ],
  'a formatted number': [json({ serverCount: '1,200' }), `${SERVERS} not a string.`],
  NaN: [
    json({ userCount: Number.NaN }),
    `${USERS} not null, which is also what JSON.stringify makes of NaN.`,
  ],
  'NaN as text': [
    text((valid) => valid.replace(':273', ':NaN')),
    `${NOT_JSON} at character 59: JSON has no NaN, Infinity or undefined.`,
  ],
  'a mean': [json({ userCount: 27.5 }), `${USERS} not a fraction.`],
  'a negative count': [json({ serverCount: -1 }), `${SERVERS} not a negative number.`],
  'shard ids from 0': [
    json({ shardCount: 0 }),
    'shardCount must be a whole number from 1 to 100000, not a smaller number.',
  ],
  'a list of servers': [json({ serverCount: ['1'] }), `${SERVERS} not an array.`],
  'botId as a number': [
    text((valid) => valid.replace(/"(\d+)"/, '$1')),
    `${ID} not a number, which loses digits: put it in quotes.`,
  ],
  'botId with blanks': [(bot) => json({ botId: ` ${bot.id}\n` })(bot), `${ID} without blanks.`],
  'botId with a zero-width space': [
    (bot) => json({ botId: `${bot.id}\u200b` })(bot),
    `${ID} without the invisible character at position 20 (U+200B).`,
  ],
  'botId with a mark of direction': [
    (bot) => json({ botId: `\u202d${bot.id}` })(bot),
    `${ID} without the invisible character at position 1 (U+202D).`,
  ],
  'botId quoted twice': [(bot) => json({ botId: `"${bot.id}"` })(bot), `${ID} without quotes in it.`],
  'botId as a mention': [
    (bot) => json({ botId: `<@${bot.id}>` })(bot),
    `${ID} not a mention: leave out "<@" and ">".`,
  ],
  'a placeholder as botId': [
    json({ botId: 'YOUR_BOT_ID' }),
    `${ID} not a placeholder: put your bot's id there.`,
  ],
  'botId of a variable without a value': [
    json({ botId: 'undefined' }),
    `${ID} not the text of a variable that has no value.`,
  ],
  'a cut botId': [json({ botId: '123456' }), `${ID} not of 6.`],
  'the name of the bot as botId': [json({ botId: 'MyBot#1234' }), `${ID} not a text of 10 characters.`],
  'an API key as botId': [(bot) => json({ botId: bot.key })(bot), `${ID} not an API key.`],
  'names in snake case': [
    (bot) => ({ body: JSON.stringify({ bot_id: bot.id, server_count: 4, user_count: 273 }) }),
    'botId is missing: rename "bot_id" to "botId"; serverCount is missing: rename "server_count" to "serverCount"; userCount is missing: rename "user_count" to "userCount".',
  ],
  guildCount: [
    (bot) => ({ body: JSON.stringify({ botId: bot.id, guildCount: 4, userCount: 'x' }) }),
    `serverCount is missing: rename "guildCount" to "serverCount"; ${USERS} not a string.`,
  ],
  'an empty object': [
    text(() => '{}'),
    "botId is missing: send your bot's id as a string of 17 to 20 digits; serverCount is missing: send a whole number from 0 to 10000000; userCount is missing: send a whole number from 0 to 10000000000.",
  ],
  'a list of reports': [text((valid) => `[${valid}]`), 'The body must be a JSON object, not an array.'],
  'JSON in JSON': [
    text(JSON.stringify),
    'The body must be a JSON object, not a string: it was encoded as JSON twice.',
  ],
  'an empty body': [text(() => ''), `${NOT_JSON}: The body is empty.`],
  '[object Object]': [
    text(() => '[object Object]'),
    `${NOT_JSON}: The body is what JavaScript makes of an object as text: use JSON.stringify.`,
  ],
  'single quotes': [
    text((valid) => valid.replaceAll('"', "'")),
    `${NOT_JSON} at character 1: Names and texts need double quotes (").`,
  ],
  'names without quotes': [
    text((valid) => valid.replace('"botId"', 'botId')),
    `${NOT_JSON} at character 1: A name in double quotes or "}" is expected.`,
  ],
  'a trailing comma': [
    text((valid) => valid.replace('}', ',}')),
    `${NOT_JSON} at character 63: A comma must not be the last thing in an object or list.`,
  ],
  'a body cut by a wrong length': [
    text((valid) => valid.slice(0, -1)),
    `${NOT_JSON} at character 62: The body ends too early.`,
  ],
  'a form in a JSON type': [text(() => 'botId=1&serverCount=4'), `${NOT_JSON}: The body is form data.`],
  'UTF-16': [
    text((valid) => Buffer.from(valid, 'utf16le')),
    `${NOT_JSON}: The body is in UTF-16: encode it in UTF-8.`,
  ],
  'Latin-1': [
    text((valid) => Buffer.from(valid.replace('{', '{"name":"é",'), 'latin1')),
    `${NOT_JSON}: The body is not in UTF-8.`,
  ],
  'gzip without a header': [text(gzipSync), `${NOT_JSON}: The body is compressed.`],
  gzip: [headers({ 'Content-Encoding': 'gzip' }), `The body has a Content-Encoding. ${TYPE}`],
  'a form': [
    headers({ 'Content-Type': 'application/x-www-form-urlencoded' }),
    `The Content-Type is that of a form. ${TYPE}`,
  ],
  'text/plain': [
    headers({ 'Content-Type': 'text/plain;charset=UTF-8' }),
    `The Content-Type is not "application/json". ${TYPE}`,
  ],
  'no type': [headers({ 'Content-Type': '' }), `The Content-Type is missing. ${TYPE}`],
  'no type and no body': [() => ({ headers: { 'Content-Type': '' }, body: '' }), `There is no body. ${TYPE}`],
  'no Authorization': [key(() => ''), `There is no Authorization header. ${SEND}`],
  'no Bearer': [key((k) => k), `The word "Bearer" is missing before the key. ${SEND}`],
  'no blank after Bearer': [key((k) => `Bearer${k}`), `There is no blank after "Bearer". ${SEND}`],
  'another scheme': [
    key((k) => `Bot ${k}`),
    `The Authorization header has another scheme than "Bearer". ${SEND}`,
  ],
  'Bearer Bearer': [key((k) => `Bearer Bearer ${k}`), `The word "Bearer" is there twice. ${FORM}`],
  'no key': [key(() => 'Bearer '), `There is no key after "Bearer". ${FORM}`],
  'Bearer undefined': [
    key(() => 'Bearer undefined'),
    `The key is the text of a variable that has no value. ${FORM}`,
  ],
  'a quoted key': [key((k) => `Bearer "${k}"`), `The key is in quotes: leave them out. ${FORM}`],
  'a placeholder as key': [key(() => 'Bearer YOUR_API_KEY'), `This is a placeholder and not a key. ${FORM}`],
  'a Discord token': [
    key(() => `Bearer ${'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ'}.G1a2b3.${'x'.repeat(38)}`),
    `This looks like your bot's Discord token, which you should send to nobody else. ${FORM}`,
  ],
  'a cut key': [key((k) => `Bearer ${k.slice(0, -3)}`), `The key is cut off: it has 39 characters. ${FORM}`],
  'two keys': [
    key((k) => `Bearer ${k} ${k}`),
    `The key has a blank in it, or there is more than one. ${FORM}`,
  ],
  'two Authorization headers': [
    (bot) => ({ headers: { Authorization: [`Bearer ${bot.key}`, `Bearer ${bot.key}`] } }),
    `There is more than one Authorization header. ${FORM}`,
  ],
  'a zero-width space in a key': [
    keyBytes((k) => `Bearer ${asBytes(`${k.slice(0, 9)}\u200b${k.slice(9)}`)}`),
    `The key contains an invisible character at position 10 (U+200B): copy it again, or delete the character. ${FORM}`,
  ],
  'a byte-order mark before a key': [
    keyBytes((k) => `Bearer ${asBytes('\ufeff')}${k}`),
    `The key contains an invisible character at position 1 (U+FEFF): copy it again, or delete the character. ${FORM}`,
  ],
  'a no-break space after a key, in UTF-8': [
    keyBytes((k) => `Bearer ${k}${asBytes('\u00a0')}`),
    `The key contains an invisible character at position 43 (U+00A0): copy it again, or delete the character. ${FORM}`,
  ],
  'a no-break space after a key, in Latin-1': [
    keyBytes((k) => `Bearer ${k}\u00a0`),
    `The key contains an invisible character at position 43 (U+00A0): copy it again, or delete the character. ${FORM}`,
  ],
  'a key in typographic quotes': [
    keyBytes((k) => `Bearer ${asBytes(`“${k}”`)}`),
    `The key is in quotes: leave them out. ${FORM}`,
  ],
  'a lower-cased key': [
    key((k) => `Bearer ${k.toLowerCase()}`),
    `The key is in lower case: its letters must stay as they are. ${FORM}`,
  ],
  'a typing error': [
    key((k) => `Bearer ${k.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`),
    `The key has a typing error: its checksum is wrong. ${FORM}`,
  ],
  'another service’s key': [
    key(() => 'Bearer eyJhbGciOiJIUzI1NiJ9'),
    `The key has 20 characters and does not start with "btm_". ${FORM}`,
  ],
  'an unknown key': [
    key(() => `Bearer ${composeKey('0'.repeat(32))}`),
    "This API key is unknown, revoked or expired: create a new one on the bot's page.",
  ],
  'the key of another bot': [
    json({ botId: '1283746529999999999' }),
    'This key belongs to a different bot than "botId": use a key from the page of the bot that you report for.',
  ],
  'a trailing slash': [() => path(`${REPORT_PATH}/`), EXACTLY(REPORT_PATH)],
  'a doubled slash': [() => path('//api/v1/bots/stats'), EXACTLY(REPORT_PATH)],
  'wrong letter case': [() => path('/api/v1/Bots/Stats'), EXACTLY(REPORT_PATH)],
  'a doubled base address': [() => path('/api/v1/api/v1/usage', 'GET'), EXACTLY(USAGE_PATH)],
  'a base address with a sub-path': [() => path('/botmeter/api/v1/bots/stats'), EXACTLY(REPORT_PATH)],
  'a base address without /api': [() => path('/v1/bots/stats'), EXACTLY(REPORT_PATH)],
  'a slash after a bot': [(bot) => path(`/api/v1/bots/${bot.id}/`, 'GET'), EXACTLY('/api/v1/bots/{botId}')],
  'an unknown path': [
    () => path('/api/v2/stats'),
    'There is nothing at this path. The page /docs lists the paths of the API.',
  ],
  'a wrong method': [() => ({ method: 'PUT' }), 'This path supports only POST.'],
};

onOneServer((api) => {
  let bot: TestBot;
  beforeAll(async () => {
    bot = await api.operator.bot();
  });

  it.each(Object.entries(MISTAKES))('%s', async (_, [mistake, message]) => {
    const sent = mistake(bot);
    const { headers: changed = {}, ...rest } = sent;
    const all = Object.entries({ ...bearer(bot), 'Content-Type': 'application/json', ...changed });
    const response = await api.send({
      method: 'POST',
      path: REPORT_PATH,
      body: JSON.stringify(report(bot)),
      ...rest,
      headers: Object.fromEntries(all.filter(([, value]) => value !== '')),
    });
    expect(response.json().message).toBe(message);
  });
});
