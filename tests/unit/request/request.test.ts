import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isUnderApi, targetPath, targetQuery } from '@/lib/api/incoming';
import { CLIENT_ADDRESS_HEADER, type Forwarding, networkOf, resolveForwarded } from '@/lib/request/forwarded';
import {
  absoluteOrigin,
  isSameOrigin,
  ORIGIN_SOURCE_HEADER,
  originRefusal,
  ownOrigin,
} from '@/lib/request/same-origin';
import { replaceUnroutable } from '@/lib/server/next/faults';

/** Requests as they arrive. How the API reads keys and bodies is tested in tests/api. */

function incoming(url: string, headers: object = {}, peer = '192.0.2.7', method = 'GET') {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const message = new IncomingMessage(socket);
  Object.assign(message, { url, method, rawHeaders: Object.entries(headers).flat() });
  Object.assign(message.headers, headers);
  return message;
}

it.each([
  ['/api', true],
  ['/api/', true],
  ['/api/x', true],
  ['/api/authx/y', true],
  ['/api/auth/session', false],
  ['/api/dashboard/bots', true],
  ['/apix', false],
  ['/', false],
  ['/docs/api', false],
])('%s belongs to the API: %s', (path, expected) => {
  expect(isUnderApi(path)).toBe(expected);
});

describe('a request to Next', () => {
  it.each([
    ['/api/auth/session?x=1', '/api/auth/session?x=1'],
    ['/api/auth/%ED%A0%80', '/api/unknown'],
    ['/bots/1?range=7d', '/bots/1?range=7d'],
    ['/bots/%E2%82%AC', '/bots/%E2%82%AC'],
    ['/bots/%FF?x', '/not-found'],
    ['/bots/%', '/not-found'],
    ['/bots/%00/keys', '/not-found'],
  ])('for %s is routed to %s', (url, routed) => {
    const request = incoming(url);
    replaceUnroutable(request);
    expect(request.url).toBe(routed);
  });

  it.each([
    ['/api/v1/usage?x=1', '/api/v1/usage', 'x=1'],
    ['/api/v1/usage?x=1?y#z', '/api/v1/usage', 'x=1?y'],
    ['/api/v1/usage#z?x', '/api/v1/usage', ''],
    ['http://any.example/api/health/live?x#y', '/api/health/live', 'x'],
    ['http://any.example?x', '/', 'x'],
    ['/api/v1/%75sage/', '/api/v1/%75sage/', ''],
  ])('for %s has the path %s and the query %j', (url, path, query) => {
    expect([targetPath(url), targetQuery(url)]).toEqual([path, query]);
  });

  it('with a method that no route file can export becomes a refused one', () => {
    const request = incoming('/api/v1/usage', {}, '192.0.2.7', 'PROPFIND');
    replaceUnroutable(request);
    expect(request.method).toBe('DELETE');
  });
});

describe('forwarded fields', () => {
  const resolved = (forwarding: Partial<Forwarding>, headers: object, peer: string) => {
    const request = incoming('/', { host: 'own.example', ...headers }, peer);
    resolveForwarded({ trustedProxies: [], appUrl: undefined, ...forwarding })(request);
    return request.headers;
  };
  const clientOf = (trustedProxies: readonly string[], forwardedFor: string, peer: string) =>
    resolved({ trustedProxies }, { 'x-forwarded-for': forwardedFor }, peer)[CLIENT_ADDRESS_HEADER];
  const FORGED = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '1',
    'x-forwarded-source': 'APP_URL',
    forwarded: 'for=203.0.113.9',
    [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
  };

  it.each([
    ['192.0.2.7', []],
    ['192.0.2.7', ['10.0.0.0/8', 'fd00::/8']],
    ['::ffff:192.0.2.7', ['10.0.0.0/8', 'fd00::/8']],
  ])('from %s are replaced if the trusted proxies are %j', (peer, trustedProxies) => {
    expect(resolved({ trustedProxies }, FORGED, peer)).toEqual({
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-host': 'own.example',
      'x-forwarded-proto': 'http',
      [ORIGIN_SOURCE_HEADER]: 'ignored',
      [CLIENT_ADDRESS_HEADER]: '192.0.2.7',
      host: 'own.example',
    });
  });

  it.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['::ffff:10.0.0.1', ['10.0.0.0/8']],
    ['fd00::1', ['fd00::/8']],
  ])('from the trusted proxy %s are kept', (peer, trustedProxies) => {
    const claimed = { ...FORGED, [CLIENT_ADDRESS_HEADER]: '198.51.100.1' };
    expect(resolved({ trustedProxies }, claimed, peer)).toEqual({
      host: 'own.example',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      [ORIGIN_SOURCE_HEADER]: 'proxy',
      [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
    });
  });

  it('the client is the last hop that is not a trusted proxy', () => {
    expect(clientOf(['10.0.0.0/8'], '1.1.1.1, 203.0.113.9, 10.0.0.2', '10.0.0.1')).toBe('203.0.113.9');
  });

  it.each([
    ['198.51.100.4:50123', '198.51.100.4'],
    ['[2001:DB8::5]:443', '2001:db8::5'],
    ['[2001:db8::5]', '2001:db8::5'],
    ['::ffff:198.51.100.4', '198.51.100.4'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fd00::7, 198.51.100.4', '198.51.100.4'],
    ['198.51.100.4, fd00::7', '198.51.100.4'],
    ['fd00::8, fd00::7', 'fd00::8'],
  ])('X-Forwarded-For %j names the client %s', (given, expected) => {
    expect(clientOf(['fd00::/8'], given, 'fd00::1')).toBe(expected);
  });

  const NO_CLIENTS =
    '|,|unknown|_hidden|<b>198.51.100.4</b>|198.51.100.4 OR 1=1|198.51.100.04|1|0x7f.1|198.51.100.4:123456|[198.51.100.4' +
    '|198.51.100.4, unknown|198.51.100.4, unknown, fd00::7';
  it.each(NO_CLIENTS.split('|'))('X-Forwarded-For %j names no client: it is a trusted proxy', (given) => {
    expect(clientOf(['fd00::/8'], given, 'fd00::1')).toMatch(/^fd00::[17]$/);
  });

  it.each([
    ['https,http', 'bots.example.org', 'https://bots.example.org'],
    ['HTTPS', 'Bots.Example.org:443', 'https://bots.example.org'],
    [' https , http', 'bots.example.org, 10.0.0.7:3000', 'https://bots.example.org'],
    ['http,https', 'bots.example.org:80', 'http://bots.example.org'],
    ['gopher', '<script>', 'http://own.example'],
    ['https', `${'a'.repeat(300)}.example`, 'https://own.example'],
    ['https', 'user@bots.example.org', 'https://own.example'],
  ])('X-Forwarded-Proto %j and -Host %j name the origin %s', (proto, host, expected) => {
    const fields = { 'x-forwarded-proto': proto, 'x-forwarded-host': host };
    const headers = resolved({ trustedProxies: ['10.0.0.1'] }, fields, '10.0.0.1');
    expect(ownOrigin({ get: (name) => headers[name]?.toString() ?? null })).toBe(expected);
  });

  it('do not change a configured origin', () => {
    const forwarding = { appUrl: 'https://bots.example.org', trustedProxies: ['10.0.0.1'] };
    const headers = resolved(forwarding, FORGED, '10.0.0.1');
    expect(ownOrigin({ get: (name) => headers[name]?.toString() ?? null })).toBe('https://bots.example.org');
  });
});

it.each([
  ['198.51.100.4', '198.51.100.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('the absolute origin of the service', () => {
  const fields = (host: string) => ({
    get: (name: string) => (name === 'x-forwarded-host' ? host : 'http'),
  });

  it.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.5', '[2001:db8::1]'])(
    'is known for %s',
    (host) => {
      expect(absoluteOrigin(fields(host), undefined)).toBe(`http://${host}`);
    },
  );

  const OTHERS =
    'evil.example|localhost.evil.example|evil.example:3000|127.0.0.1.evil.example|botmeter|| |[::1|127.0.0.1@evil.example' +
    '|evil.example#127.0.0.1|a b|127.0.0.256|localhost:x|localhost@evil.example|x.localhost';
  it.each(OTHERS.split('|'))('is not derived from "%s"', (host) => {
    expect(absoluteOrigin(fields(host), undefined)).toBeNull();
  });

  it('is the configured one for any host', () => {
    expect(absoluteOrigin(fields('127.0.0.1'), 'https://bots.example.org')).toBe('https://bots.example.org');
  });
});

it.each([
  ['https://bots.example.org', true],
  ['http://bots.example.org', false],
  ['https://bots.example.org.evil.example', false],
  ['https://bots.example.org:8443', false],
  ['null', false],
  ['', false],
  [undefined, false],
])('a change authenticated by a cookie is accepted from origin %j: %s', (origin, expected) => {
  const own = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'bots.example.org' };
  expect(isSameOrigin(new Headers({ ...own, ...(origin !== undefined && { origin }) }))).toBe(expected);
});

describe('the refusal of a request from elsewhere', () => {
  const refusalOf = (source: string, origin: string | null) =>
    originRefusal(
      new Headers({
        'x-forwarded-proto': 'http',
        'x-forwarded-host': '10.0.0.7:3000',
        [ORIGIN_SOURCE_HEADER]: source,
        ...(origin !== null && { origin }),
      }),
    );

  it.each([
    ['APP_URL', /\(the setting APP_URL\).* sets APP_URL=https:\/\/bots\.example\.org;/],
    ['ignored', /not in TRUSTED_PROXIES\).* sets APP_URL=.*, or TRUSTED_PROXIES/],
    ['host', / sets APP_URL=.*, or TRUSTED_PROXIES/],
    ['proxy', /\(says the proxy.* sets APP_URL=.* makes the proxy send X-Forwarded-Proto/],
  ])('with the origin from %s names both addresses and the setting', (source, expected) => {
    const { text = '' } = refusalOf(source, 'https://bots.example.org') ?? {};
    expect(text).toContain('at https://bots.example.org, but this service is at http://10.0.0.7:3000');
    expect(text).toMatch(expected);
    expect(text).toMatch(/^Refused: [ -~]+$/);
  });

  const INVALID =
    'null||https://x y|https://evil.example/path?token=1|https://user:secret@a.example|javascript:alert(1)|https://<b>';
  it.each([null, ...INVALID.split('|'), `https://${'a'.repeat(300)}.example`])(
    'does not repeat the origin %j',
    (origin) => {
      const refusal = refusalOf('host', origin);
      expect(refusal).toMatchObject({ browser: null, setting: null });
      expect(refusal?.text).toContain('no valid Origin header');
    },
  );

  it('does not exist for a page of this site', () => {
    expect(refusalOf('host', 'http://10.0.0.7:3000')).toBeNull();
  });
});
