import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { composeKey } from '@/lib/domain/api-key';
import { absoluteOrigin } from '@/lib/http/absolute-origin';
import { networkOf } from '@/lib/http/address';
import { parseBearer } from '@/lib/http/bearer';
import { BODY_BYTES_MAX } from '@/lib/http/errors';
import { CLIENT_ADDRESS_HEADER, type Forwarding, resolveForwarded } from '@/lib/http/forwarded';
import { isUnderApi, joinAuthorizations, targetPath } from '@/lib/http/incoming';
import { readJsonBody } from '@/lib/http/read-body';
import { isSameOrigin, ownOrigin } from '@/lib/http/same-origin';
import { API_TARGET_HEADER, prepareApiRequest } from '@/lib/server/next/prepare-request';

const KEY = composeKey('Qd8Zr3fWm5Jx0BnTgLh2YvKpA7sCu1Ei');

describe('Authorization (contract section 5)', () => {
  it.each([
    [`Bearer ${KEY}`],
    [`bearer ${KEY}`],
    [`BEARER ${KEY}`],
    [`Bearer   ${KEY}  `],
    [`Bearer\t${KEY}`],
  ])('%j carries the key', (value) => {
    expect(parseBearer(value)).toEqual({ ok: true, key: KEY });
  });

  it.each([
    [null],
    [''],
    ['   '],
    ['Basic dXNlcjpwdw=='],
    [KEY],
    [`Token ${KEY}`],
    [`Bearer${KEY}`],
    [`Bearers ${KEY}`],
  ])('%j is missing_key', (value) => {
    expect(parseBearer(value)).toMatchObject({ ok: false, failure: { error: 'missing_key' } });
  });

  it.each([
    ['Bearer'],
    ['Bearer '],
    [`Bearer ${KEY} ${KEY}`],
    [`Bearer ${KEY}, Bearer ${KEY}`],
    [`Bearer ${KEY.slice(0, -1)}`],
    [`Bearer ${KEY}x`],
    [`Bearer "${KEY}"`],
    [`Bearer ${KEY.slice(0, -1)}${KEY.endsWith('0') ? '1' : '0'}`],
    ['Bearer null'],
  ])('%j is invalid_key', (value) => {
    expect(parseBearer(value)).toMatchObject({ ok: false, failure: { error: 'invalid_key' } });
  });
});

function post(
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}
const streamed = (...chunks: Uint8Array[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const bytes = (text: string) => new TextEncoder().encode(text);

async function outcome(request: Request): Promise<unknown> {
  const read = await readJsonBody(request);
  return read.ok ? read.value : read.failure.error;
}

describe('the body (contract section 3)', () => {
  it.each([
    ['application/json'],
    ['Application/JSON'],
    ['application/json; charset=utf-8'],
    ['application/json;charset=latin1'],
    [' application/json ; a=b'],
  ])('Content-Type %j is taken, always as UTF-8', async (type) => {
    expect(await outcome(post(bytes('{"a":"é"}'), { 'content-type': type }))).toEqual({ a: 'é' });
  });

  it.each([
    [{}],
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/jsonp' }],
    [{ 'content-type': 'application/json-patch+json' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'identity, gzip' }],
  ])('%j is unsupported_media_type', async (headers) => {
    expect(await outcome(post(bytes('{}'), headers as Record<string, string>))).toBe(
      'unsupported_media_type',
    );
  });

  it.each([
    [BODY_BYTES_MAX - 1, {}],
    [BODY_BYTES_MAX, {}],
    [BODY_BYTES_MAX + 1, 'body_too_large'],
  ])('of %i bytes, declared or streamed, comes to %j', async (size, expected) => {
    const text = bytes(`{}${' '.repeat(size - 2)}`);
    expect(BODY_BYTES_MAX).toBe(16_384);
    const declared = { 'content-type': 'application/json', 'content-length': String(size) };
    expect(await outcome(post(text, declared))).toEqual(expected);
    const halves = streamed(text.slice(0, 10_000), text.slice(10_000));
    expect(await outcome(post(halves))).toEqual(expected);
  });

  it('reads no further than it must of one that is too large', async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1_024));
      },
    });
    expect(await outcome(post(endless))).toBe('body_too_large');
    expect(pulled).toBeLessThan(30);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['half a document', bytes('{"a":1')],
    ['two documents', bytes('{}{}')],
    ['a comment', bytes('{} // x')],
    ['NaN', bytes('{"a":NaN}')],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a half character at the end', new Uint8Array([0x22, 0xc3])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['a thousand open brackets', bytes('['.repeat(10_000))],
  ])('%s is invalid_json', async (_, body) => {
    expect(await outcome(post(body))).toBe('invalid_json');
  });

  it('ignores a byte-order mark, and of duplicate names the last one holds', async () => {
    expect(await outcome(post(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('{"a":1,"a":2}')])))).toEqual({
      a: 2,
    });
  });
});

function incoming(
  url: string,
  headers: [string, string][] = [],
  remoteAddress = '192.0.2.7',
  method = 'GET',
) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const message = new IncomingMessage(socket);
  Object.assign(message, { url, method });
  message.rawHeaders = headers.flat();
  for (const [name, value] of headers) message.headers[name.toLowerCase()] ??= value;
  return message;
}

describe('paths are compared byte for byte', () => {
  it.each([
    ['/api/v1/usage', '/api/v1/usage'],
    ['/api/v1/usage?x=1', '/api/v1/usage'],
    ['/api/v1/usage/', '/api/v1/usage/'],
    ['//api/v1/usage', '//api/v1/usage'],
    ['/api/v1/./usage', '/api/v1/./usage'],
    ['/api/v1/%75sage', '/api/v1/%75sage'],
    ['/API/v1/usage', '/API/v1/usage'],
    ['http://any.example/api/v1/usage?x', '/api/v1/usage'],
    ['http://any.example', '/'],
    ['*', '*'],
    ['', '/'],
  ])('%j asks for %j', (target, path) => {
    expect(targetPath(target)).toBe(path);
  });

  it.each([
    ['/api', true],
    ['/api/', true],
    ['/api/x', true],
    ['/api/authx/y', true],
    ['/api/auth/session', false],
    ['/api/dashboard/bots', false],
    ['/apix', false],
    ['/', false],
    ['/docs/api', false],
  ])('%s is the API’s: %s', (path, expected) => {
    expect(isUnderApi(path)).toBe(expected);
  });
});

describe('two Authorization fields', () => {
  it('become one that is no key, whatever the case of their names', () => {
    const request = incoming('/api/v1/usage', [
      ['Authorization', `Bearer ${KEY}`],
      ['x-other', 'kept'],
      ['AUTHORIZATION', `Bearer ${KEY}`],
    ]);
    joinAuthorizations(request);
    expect(parseBearer(request.headers.authorization ?? null)).toMatchObject({
      failure: { error: 'invalid_key' },
    });
    expect(request.rawHeaders.join()).not.toContain(KEY);
    expect(request.rawHeaders).toContain('kept');
  });

  it('one alone stays as it is', () => {
    const request = incoming('/api/v1/usage', [['Authorization', `Bearer ${KEY}`]]);
    joinAuthorizations(request);
    expect(request.headers.authorization).toBe(`Bearer ${KEY}`);
  });
});

describe('a request that Next serves', () => {
  it.each([
    ['/api/v1/usage?x=1', '/api/v1/usage'],
    ['/api/v1/usage/', '/api/unknown'],
    ['/api/v1/%75sage', '/api/unknown'],
    ['/api/nothing', '/api/unknown'],
    ['/api/auth/session?x=1', '/api/auth/session?x=1'],
    ['/bots/1?range=7d', '/bots/1?range=7d'],
    ['/bots/%E2%82%AC', '/bots/%E2%82%AC'],
    ['/bots/%FF?x', '/not-found'],
    ['/bots/%', '/not-found'],
    ['/bots/%00/keys', '/not-found'],
    ['/api/dashboard/bots/%ED%A0%80', '/api/unknown'],
  ])('%s is asked for as %s', (url, prepared) => {
    const request = incoming(url);
    prepareApiRequest(request);
    expect(request.url).toBe(prepared);
  });

  it.each([
    ['/api/v1/usage?x=1', '/api/v1/usage'],
    ['http://any.example/api/health/live?x#y', '/api/health/live'],
    ['/api/v1/usage/', '/api/unknown'],
    ['/api/v1/%75sage', '/api/unknown'],
    ['/api/dashboard/bots', undefined],
    ['/bots/1', undefined],
    ['/bots/%', undefined],
  ])('%s carries what the API is asked for, whatever its client says: %s', (url, target) => {
    const request = incoming(url, [[API_TARGET_HEADER, '/api/metrics']]);
    prepareApiRequest(request);
    expect(request.headers[API_TARGET_HEADER]).toBe(target);
  });

  it('with a method that no route can export comes as one that is refused', () => {
    const request = incoming('/api/v1/usage', [], '192.0.2.7', 'PROPFIND');
    prepareApiRequest(request);
    expect(request.method).toBe('DELETE');
  });
});

describe('forwarded fields', () => {
  const settled = (forwarding: Partial<Forwarding>, headers: Record<string, string>, peer: string) => {
    const request = incoming('/', Object.entries({ host: 'own.example', ...headers }), peer);
    resolveForwarded({ trustedProxies: [], appUrl: undefined, ...forwarding })(request);
    return request.headers;
  };
  const FORGED = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '1',
    forwarded: 'for=203.0.113.9',
    [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
  };
  const own = (address: string) => ({
    'x-forwarded-for': address,
    'x-forwarded-host': 'own.example',
    'x-forwarded-proto': 'http',
    [CLIENT_ADDRESS_HEADER]: address,
    host: 'own.example',
  });

  it.each([
    ['nobody is trusted', []],
    ['others are trusted', ['10.0.0.0/8', 'fd00::/8']],
  ])('are not believed when %s', (_, trustedProxies) => {
    expect(settled({ trustedProxies }, FORGED, '192.0.2.7')).toEqual(own('192.0.2.7'));
    expect(settled({ trustedProxies }, FORGED, '::ffff:192.0.2.7')).toEqual(own('192.0.2.7'));
  });

  it.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['::ffff:10.0.0.1', ['10.0.0.0/8']],
    ['fd00::1', ['fd00::/8']],
  ])(
    'are believed from the trusted proxy %s, but never the client address itself',
    (peer, trustedProxies) => {
      expect(settled({ trustedProxies }, FORGED, peer)).toEqual({
        host: 'own.example',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
      });
    },
  );

  it('the client is the last hop that no trusted proxy vouches for: what it claims before itself is worth nothing', () => {
    const hops = { 'x-forwarded-for': '1.1.1.1, 203.0.113.9, 10.0.0.2' };
    const headers = settled({ trustedProxies: ['10.0.0.0/8'] }, hops, '10.0.0.1');
    expect(headers[CLIENT_ADDRESS_HEADER]).toBe('203.0.113.9');
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
  ])('X-Forwarded-For %j names %s', (given, expected) => {
    const headers = settled({ trustedProxies: ['fd00::/8'] }, { 'x-forwarded-for': given }, 'fd00::1');
    expect(headers[CLIENT_ADDRESS_HEADER]).toBe(expected);
  });

  it.each([
    '',
    ',',
    'unknown',
    '_hidden',
    '<b>198.51.100.4</b>',
    '198.51.100.4 OR 1=1',
    '198.51.100.04',
    '1',
    '0x7f.1',
    '198.51.100.4:123456',
    '[198.51.100.4',
    '198.51.100.4, unknown',
    '198.51.100.4, unknown, fd00::7',
  ])('X-Forwarded-For %j leaves a trusted proxy as the client', (given) => {
    const headers = settled({ trustedProxies: ['fd00::/8'] }, { 'x-forwarded-for': given }, 'fd00::1');
    expect(headers[CLIENT_ADDRESS_HEADER]).toMatch(/^fd00::[17]$/);
  });

  it.each([
    ['198.51.100.4', '198.51.100.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('a configured address is the address, whatever anyone sends', () => {
    const headers = settled(
      { appUrl: 'https://bots.example.org', trustedProxies: ['10.0.0.1'] },
      FORGED,
      '10.0.0.1',
    );
    expect(ownOrigin({ get: (name) => headers[name]?.toString() ?? null })).toBe('https://bots.example.org');
  });
});

describe('an absolute address of the service', () => {
  const fields = (host: string, proto = 'http') =>
    new Headers({ 'x-forwarded-proto': proto, 'x-forwarded-host': host });

  it.each([
    ['localhost', 'http://localhost'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['192.168.1.5', 'http://192.168.1.5'],
    ['[2001:db8::1]', 'http://[2001:db8::1]'],
  ])('is made for %s', (host, origin) => {
    expect(absoluteOrigin(fields(host), undefined)).toBe(origin);
  });

  it.each([
    ...['evil.example', 'localhost.evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'botmeter'],
    ...[
      '',
      ' ',
      '[::1',
      '127.0.0.1@evil.example',
      'evil.example#127.0.0.1',
      'a b',
      '127.0.0.256',
      'localhost:x',
    ],
    ...['localhost@evil.example', 'x.localhost'],
  ])('is not made for "%s"', (host) => {
    expect(
      absoluteOrigin({ get: (name) => (name === 'x-forwarded-host' ? host : 'http') }, undefined),
    ).toBeNull();
  });

  it('is the configured one, whatever was asked for', () => {
    expect(absoluteOrigin(fields('127.0.0.1'), 'https://bots.example.org')).toBe('https://bots.example.org');
  });
});

describe('a change by a cookie’s authority', () => {
  const fields = (origin: string | null): Headers => {
    const headers = new Headers({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'bots.example.org' });
    if (origin !== null) headers.set('origin', origin);
    return headers;
  };

  it.each([
    ['https://bots.example.org', true],
    ['http://bots.example.org', false],
    ['https://bots.example.org.evil.example', false],
    ['https://bots.example.org:8443', false],
    ['null', false],
    ['', false],
    [null, false],
  ])('from origin %j is taken: %s', (origin, expected) => {
    expect(isSameOrigin(fields(origin))).toBe(expected);
  });
});
