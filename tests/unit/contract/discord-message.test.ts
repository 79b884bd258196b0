import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discordMessage } from '@/lib/contract/discord-message';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { type DiscordWebhooks, startDiscordWebhooks } from '@/tests/support/webhook-receivers';

let discord: DiscordWebhooks;
beforeAll(async () => {
  discord = await startDiscordWebhooks();
});
afterAll(() => discord.stop());

const T0 = Date.UTC(2026, 10, 22, 14, 30);
const ORIGIN = 'https://bots.example.org';
const BOT_ID = '123456789012345678';
/** A name in the title and one in the description. */
const event = (botName: string, host = 'example.org'): BotEvent => ({
  id: 'event',
  type: 'webhook.disabled',
  period: '',
  atMs: T0,
  dueAtMs: T0,
  data: { botId: BOT_ID, botName, webhookId: 'id', host, reason: 'It failed.' },
});

async function taken(events: readonly BotEvent[], origin: string | null = ORIGIN) {
  const body = discordMessage(events, { origin, timeZone: 'Europe/Berlin' });
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(discord.address, { method: 'POST', headers, body });
  expect(status).toBe(204);
  return discord.messages.at(-1);
}

it('a message has an embed for each event, and mentions nobody', async () => {
  const embed = {
    title: 'A webhook of Echo was switched off',
    description: expect.stringMatching(
      /^No more events are sent to example\.org: it failed\.\n\nFix its receiver/,
    ),
    url: `${ORIGIN}/bots/${BOT_ID}/alerts`,
    color: 0xdc2626,
    timestamp: '2026-11-22T14:30:00.000Z',
  };
  expect(await taken([event('Echo')])).toEqual({ embeds: [embed], allowed_mentions: { parse: [] } });
  expect((await taken([event('Echo')], null))?.embeds[0]).not.toHaveProperty('url');
  expect((await taken(Array(10).fill(event('Echo'))))?.embeds).toHaveLength(10);
});

it('a time is in the given zone', async () => {
  const data = { botId: BOT_ID, botName: 'Echo', lastSignAt: '2026-11-22T13:45:00.000Z', silentSeconds: 60 };
  const silent: BotEvent = { ...event('Echo'), type: 'bot.silent', data };
  expect((await taken([silent]))?.embeds[0]?.description).toContain('14:45');
});

it.each([
  ['**bold** _it_ ~~gone~~ ||spoiler||', '\\*\\*bold\\*\\* \\_it\\_ \\~\\~gone\\~\\~ \\|\\|spoiler\\|\\|'],
  ['`code` \\`', '\\`code\\` \\\\\\`'],
  ['[text](https://evil.example)', '\\[text\\]\\(https\\://evil.example\\)'],
  ['@everyone <@1> <#2> <t:3:R> <:e:4>', '\\@everyone \\<\\@1\\> \\<#2\\> \\<t\\:3:R\\> \\<\\:e:4\\>'],
  [':joy: 12:30', '\\:joy: 12:30'],
  ['# head', '\\# head'],
  ['1. one', '1\\. one'],
  ['- one', '\\- one'],
  ['> quote', '\\> quote'],
  ['50 % - e.g. Ünïcode 🤖', '50 % - e.g. Ünïcode 🤖'],
])('a name is shown as it is: %s', async (name, escaped) => {
  const message = await taken([event(name, `x\n${name} `)]);
  const title = message?.embeds[0]?.title;
  expect(title?.replace(/^A webhook of | was switched off$/g, '')).toBe(
    escaped.replace(/^(\d+)?\\([#.-])/, '$1$2'),
  );
  expect(message?.embeds[0]?.description).toContain(`x\n${escaped} : it failed`);
});

it('whatever the names are, Discord takes the message, and no escape is cut in two', async () => {
  const part = fc.string({
    unit: fc.constantFrom('*', '\\', 'a', '🤖', '@', '\n', '1.', ':'),
    maxLength: 12,
  });
  const name = fc.tuple(part, fc.integer({ min: 1, max: 600 })).map(([text, times]) => text.repeat(times));
  const events = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(events, async (names) => {
      const message = await taken(names.map(([botName, host]) => event(botName, host)));
      expect(message?.embeds).toHaveLength(Math.min(10, names.length));
      for (const { title = '', description = '' } of message?.embeds ?? []) {
        for (const text of [title, description]) {
          expect(text.replace(/\\[^\w\s]/g, '')).not.toMatch(/[*\\@]|[\ud800-\udbff](?![\udc00-\udfff])/);
        }
      }
    }),
    { numRuns: 50 },
  );
});
