import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hasValidHost } from '@/lib/http/host';

function request(url: string, ...hosts: string[]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.url = url;
  message.rawHeaders = hosts.flatMap((host) => ['Host', host]);
  if (hosts[0] !== undefined) message.headers.host = hosts[0];
  return message;
}

describe('the host of a request', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'bots.example.org',
    'BOTS.example.org.',
    'my_bots.internal:80',
    '127.0.0.1:65535',
    '[::1]',
    '[::1]:3000',
    'xn--bcher-kva.example',
  ])('%j is valid', (host) => {
    expect(hasValidHost(request('/login', host))).toBe(true);
  });

  it.each([
    ...[
      '',
      ' ',
      'a b',
      '[::1',
      '::1',
      'exa mple',
      '\u00e9',
      '/api',
      '..:x',
      'x'.repeat(300),
      'localhost:65536',
    ],
    ...[
      'localhost:',
      'a@b',
      'a/b',
      'a?b',
      'a#b',
      'a\\b',
      'a,b',
      '<script>',
      '%00',
      '1.2.3.4.5',
      '[x]',
      'a:1:2',
    ],
  ])('%j is not', (host) => {
    expect(hasValidHost(request('/login', host))).toBe(false);
  });

  it('comes once', () => {
    expect(hasValidHost(request('/login', 'localhost', 'localhost'))).toBe(false);
    expect(hasValidHost(request('/login', 'localhost', 'evil.example'))).toBe(false);
  });

  it('may be absent from HTTP/1.0', () => {
    expect(hasValidHost(request('/login'))).toBe(true);
    expect(hasValidHost(request('http://evil.example/login'))).toBe(false);
  });

  it.each([
    ['http://localhost:3000/login', 'localhost:3000', true],
    ['HTTP://LocalHost:3000', 'localhost:3000', true],
    ['http://localhost:80/login?x#y', 'localhost', true],
    ['http://localhost/login', 'localhost:3000', false],
    ['http://evil.example/login', 'localhost:3000', false],
    ['http://user@localhost:3000/login', 'localhost:3000', false],
    ['http:///login', 'localhost:3000', false],
    ['/http://evil.example', 'localhost:3000', true],
  ])('a target %s with the host %s: %s', (target, host, isValid) => {
    expect(hasValidHost(request(target, host))).toBe(isValid);
  });
});
