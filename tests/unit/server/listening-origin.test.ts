import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listenError, printedOrigin } from '@/lib/server/listening-origin';

it.each([
  ['::', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
  ['127.0.0.2', 'http://127.0.0.2:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
])('a server that listens on %s prints %s', (address, origin) => {
  expect(printedOrigin({ address, port: 3000, family: '' })).toBe(origin);
});

it('an address that a server cannot listen on is an error that names HOST', async () => {
  const listen = (host: string) =>
    new Promise<Error>((resolve, reject) => {
      const server = createServer().once('error', (error) => resolve(listenError(error, host)));
      server.listen({ port: 0, host }, () => server.close(() => reject(new Error('It listens.'))));
    });
  const fault = /^HOST is "[^"]+", where this machine cannot listen \(\w+\): [^\n]+\.$/;
  expect((await listen('192.0.2.1')).message).toMatch(fault);
  expect((await listen('x86_64-conda-linux-gnu')).message).toMatch(fault);
});
