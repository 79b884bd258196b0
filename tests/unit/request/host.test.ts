import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { hasValidHost } from '@/lib/request/host';

function request(url: string, ...hosts: string[]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.url = url;
  message.rawHeaders = hosts.flatMap((host) => ['Host', host]);
  if (hosts[0] !== undefined) message.headers.host = hosts[0];
  return message;
}

it.each(
  (
    'localhost localhost:3000 bots.example.org BOTS.example.org. my_bots.internal:80 127.0.0.1:65535 [::1] ' +
    '[::1]:3000 xn--bcher-kva.example'
  ).split(' '),
)('host %j is valid', (host) => {
  expect(hasValidHost(request('/login', host))).toBe(true);
});

it.each([
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
  '%00',
  '[x]',
  'localhost:65536',
  'localhost:',
  'a@b',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  'a,b',
  '<script>',
  '1.2.3.4.5',
  'a:1:2',
])('host %j is not valid', (host) => {
  expect(hasValidHost(request('/login', host))).toBe(false);
});

it.each([
  ['/login', ['localhost', 'localhost'], false],
  ['/login', ['localhost', 'evil.example'], false],
  ['/login', [], true], // HTTP/1.0
  ['http://evil.example/login', [], false],
  ['http://localhost:3000/login', ['localhost:3000'], true],
  ['HTTP://LocalHost:3000', ['localhost:3000'], true],
  ['http://localhost:80/login?x#y', ['localhost'], true],
  ['http://localhost/login', ['localhost:3000'], false],
  ['http://evil.example/login', ['localhost:3000'], false],
  ['http://user@localhost:3000/login', ['localhost:3000'], false],
  ['http:///login', ['localhost:3000'], false],
  ['/http://evil.example', ['localhost:3000'], true],
])('target %s with hosts %j: %s', (target, hosts, isValid) => {
  expect(hasValidHost(request(target, ...hosts))).toBe(isValid);
});
