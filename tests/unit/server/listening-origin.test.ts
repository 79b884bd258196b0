import { expect, it } from 'vitest';
import { printedOrigin } from '@/lib/server/listening-origin';

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
