import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuard, targetOf } from '@/lib/delivery/guard';
import { createWebhookSender } from '@/lib/delivery/webhook-sender';
import { timers } from '@/lib/jobs/timers';
import { type HttpReceiver, startHttpReceiver } from '@/tests/support/webhook-receivers';

/** What the names of these tests resolve to. */
const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'private.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'all-private.test': ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'zone.test': ['fe80::1%lo', '2606:4700::1111%lo'],
  'nonsense.test': ['not an address'],
};

/** Hosts as someone could write them in an address. */
const REFUSED = {
  loopback: '127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001',
  'loopback in other digits': '0x7f.0.0.1 0177.0.0.1 017700000001 127.0x0.0.01 %31%32%37.0.0.1',
  'loopback in other characters': '①②⑦.⓪.⓪.① 127。0。0。1 １２７.0.0.1 ⓛocalhost',
  'loopback in IPv6': '[::1] [0:0:0:0:0:0:0:1] [::0001] [::127.0.0.1]',
  'IPv4-mapped': '[::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:0001] [::ffff:0:127.0.0.1]',
  NAT64: '[64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1]',
  '6to4 and Teredo': '[2002:7f00:1::] [2002:a00:1::] [2001:0:7f00:1::]',
  unspecified: '0 0.0.0.0 0x0 0.1.2.3 [::]',
  private: '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1',
  'private in IPv6': '[fc00::1] [fdff::1] [fec0::1]',
  'link-local': '169.254.1 [fe80::1] [febf::1]',
  metadata: '169.254.169.254 0xa9fea9fe 2852039166 168.63.129.16 192.0.0.192 [fd00:ec2::254]',
  CGNAT: '100.64.0.1 100.127.255.255 100.100.100.200',
  multicast: '224.0.0.1 239.255.255.255 [ff02::1]',
  reserved: '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 192.88.99.1 240.0.0.1 255.255.255.255',
  'reserved in IPv6': '[2001:db8::1] [3fff::1] [100::1] [2001:10::1] [2001:2::1] [5f00::1] [4000::1] [1::1]',
  names: `LOCALHOST ${Object.keys(NAMES).join(' ')}`,
};

describe('without WEBHOOK_ALLOW nothing connects to an address that is not public', () => {
  let receivers: HttpReceiver[] = [];
  beforeAll(async () => {
    receivers = [await startHttpReceiver(), await startHttpReceiver({ address: '::1' })];
  });
  afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

  it.each(Object.entries(REFUSED))('%s', async (_, hosts) => {
    const resolve = async (name: string) => NAMES[name] ?? [];
    const sender = createWebhookSender({ allow: [], version: '1', nowMs: Date.now, ...timers, resolve });
    for (const { port } of receivers) {
      for (const host of hosts.split(' ')) {
        const address = `https://${host}:${port}/`;
        const signed = await sender.postSigned({ address, secrets: [], id: 'id', body: '{}' });
        const reason = expect.stringMatching(/private or reserved/);
        expect({ host, ...signed }).toMatchObject({ host, status: null, reason });
        const plain = await sender.postDiscord({ address: `http://me:you@${host}:${port}/`, body: '{}' });
        expect({ host, ...plain }).toMatchObject({ host, isDelivered: false, status: null });
      }
    }
    expect(receivers.map((receiver) => receiver.connections())).toEqual([0, 0]);
  });
});

describe('without WEBHOOK_ALLOW', () => {
  const { refusal, earlyRefusal } = createGuard([]);
  const target = (url: string) => targetOf(new URL(url));

  it.each([
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '168.63.129.17',
    '[2606:4700::1111]',
  ])('a public address may be reached, with TLS only: %s', (host) => {
    const [secure, plain] = [target(`https://${host}/`), target(`http://${host}/`)];
    expect([refusal(secure, secure.host), earlyRefusal(secure)]).toEqual([null, null]);
    expect([refusal(plain, plain.host), earlyRefusal(plain)].join()).toMatch(/https.*https/);
  });

  it('a name is judged by what it resolves to, but without TLS at once', () => {
    expect(earlyRefusal(target('https://private.test/'))).toBeNull();
    expect(earlyRefusal(target('http://private.test/'))).toMatch(/https/);
  });
});

describe('WEBHOOK_ALLOW opens exactly what it names', () => {
  it.each([
    ['127.0.0.1:8080', 'http://127.0.0.1:8080', '127.0.0.1', true],
    ['127.0.0.1:8080', 'https://127.0.0.1:8080', '127.0.0.1', true],
    ['127.0.0.1:8080', 'http://any.test:8080', '127.0.0.1', true],
    ['127.0.0.1:8080', 'http://127.0.0.1:8081', '127.0.0.1', false],
    ['127.0.0.1:8080', 'http://127.0.0.1', '127.0.0.1', false],
    ['127.0.0.1:8080', 'http://any.test:8080', '127.0.0.2', false],
    ['127.0.0.1:8080', 'http://any.test:8080', '::1', false],
    ['127.0.0.1:8080', 'http://any.test:8080', '::ffff:127.0.0.1', false],
    ['127.0.0.1:443', 'https://127.0.0.1', '127.0.0.1', true],
    ['[::1]:80', 'http://[::1]', '::1', true],
    ['[::1]:80', 'https://[::1]', '::1', false],
    ['Hooks.Test:8080', 'http://hooks.test:8080', '10.1.2.3', true],
    ['hooks.test:8080', 'http://hooks.test:8081', '10.1.2.3', false],
    ['hooks.test:8080', 'http://sub.hooks.test:8080', '10.1.2.3', false],
    ['hooks.test:8080', 'http://hooks.test.:8080', '10.1.2.3', false],
    ['hooks.test:8080', 'https://10.1.2.3:8080', '10.1.2.3', false],
    ['10.0.0.0/8', 'http://any.test', '10.255.255.255', true],
    ['10.0.0.0/8', 'https://any.test', '11.0.0.0', true],
    ['10.0.0.0/8', 'http://any.test', '11.0.0.0', false],
    ['10.0.0.0/8', 'https://any.test', '::ffff:10.0.0.1', false],
    ['10.1.2.3', 'http://any.test:1', '10.1.2.3', true],
    ['10.1.2.3', 'http://any.test:1', '10.1.2.4', false],
    ['0.0.0.0/0', 'https://any.test', '127.0.0.1', true],
    ['0.0.0.0/0', 'https://any.test', '::1', false],
    ['fd00::/8', 'http://any.test', 'fd00::1', true],
    ['fd00::/8', 'http://any.test', 'fc00::1', false],
    ['fe80::/10', 'http://any.test', 'fe80::1%lo', false],
  ])('%s: %s at %s: %s', (entry, url, address, isAllowed) => {
    const refusal = createGuard([entry]).refusal(targetOf(new URL(url)), address);
    expect(refusal === null).toBe(isAllowed);
  });
});
