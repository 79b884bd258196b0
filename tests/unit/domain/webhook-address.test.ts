import { describe, expect, it } from 'vitest';
import { parseWebhookAddress, webhookHost, webhookKindOf } from '@/lib/domain/alerts/webhook';

const long = (length: number) => `https://example.org/${'x'.repeat(length - 20)}`;

describe('an address', () => {
  it.each([
    [' https://example.org/hook?a=b ', 'https://example.org/hook?a=b'],
    ['HTTPS://Example.ORG:443', 'https://example.org/'],
    ['http://10.0.0.1:8080/x', 'http://10.0.0.1:8080/x'],
    ['https://0x7f.1/@x', 'https://127.0.0.1/@x'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    [
      'https://discord.com/api/webhooks/12345678901234567/a-B_c?thread_id=1',
      'https://discord.com/api/webhooks/12345678901234567/a-B_c?thread_id=1',
    ],
    ['https://myhooks.slack.com.example.org/', 'https://myhooks.slack.com.example.org/'],
    ['https://notthehooks.slack.com/', 'https://notthehooks.slack.com/'],
    ['https://example.org/hooks.slack.com', 'https://example.org/hooks.slack.com'],
    [long(2_000), long(2_000)],
  ])('%s is accepted', (typed, address) => {
    expect(parseWebhookAddress(typed)).toEqual({ ok: true, address });
  });

  const NO_ADDRESSES =
    '|example.org/hook|ftp://example.org|javascript:alert(1)|https:example.org|https:///example.org|https://' +
    '|https://example.org\\@10.0.0.1/|https://exam\nple.org/|https://example.org/a b|https://[fe80::1%25eth0]/|https://example.org:99999/';
  const SLACK =
    'https://hooks.slack.com/services/T0/B0/x|https://HOOKS.Slack.com./workflows/T0|https://hooks.slack.com:444/services/T0' +
    '|https://hooks.slack-gov.com/services/T0|https://eu.hooks.slack.com/services/T0';
  const all = (texts: string, error: RegExp) => texts.split('|').map((text) => [text, error] as const);
  it.each<readonly [string, RegExp]>([
    ...all(NO_ADDRESSES, /Enter an address/),
    ...all('https://me@example.org/|https://:secret@example.org/', /user name/),
    ...all('https://example.org/#x|https://example.org/#', /fragment/),
    ...all(`${long(2_001)}|https://example.org/${'é'.repeat(700)}`, /at most 2000/),
    ...all(SLACK, /Slack/),
    ['https://discord.com/channels/1/2', /Discord webhook/],
    ['https://discord.com/api/webhooks/12345678901234567/token/github', /Discord webhook/],
  ])('%s is not', (typed, error) => {
    expect(parseWebhookAddress(typed)).toEqual({ ok: false, error: expect.stringMatching(error) });
  });
});

describe('the kind of a webhook', () => {
  const PATH = '/api/webhooks/12345678901234567/token';

  it.each([
    [`https://discord.com${PATH}`, false, 'discord'],
    [`https://discordapp.com${PATH}?wait=true`, false, 'discord'],
    [`https://ptb.discord.com${PATH}/`, false, 'discord'],
    [`https://canary.discord.com${PATH.replace('/api', '/api/v10')}`, false, 'discord'],
    [`https://discord.com:444${PATH}`, false, 'signed'],
    [`https://discord.com.example.org${PATH}`, false, 'signed'],
    [`https://evil-discord.com${PATH}`, false, 'signed'],
    [`http://127.0.0.1:8080${PATH}`, false, 'signed'],
    [`http://127.0.0.1:8080${PATH}`, true, 'discord'],
    ['http://127.0.0.1:8080/hook', true, 'signed'],
  ])('%s, named by the operator: %s: %s', (address, isNamed, kind) => {
    expect(webhookKindOf(address, isNamed)).toBe(kind);
  });
});

it.each([
  ['https://example.org/api/webhooks/secret', 'example.org'],
  ['https://example.org:8443/?token=0123456789abcd', 'example.org:8443'],
])('of %s logs have %s alone', (address, host) => {
  expect(webhookHost(address)).toBe(host);
});
