import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { realHost } from '@/lib/client/host';
import { RESPONSE_BYTES_MAX, request } from '@/lib/client/request';
import { KEY } from './virtual-time';

const call = { method: 'GET', url: 'http://service.test', apiKey: KEY } as const;

test.each([
  [RESPONSE_BYTES_MAX - 1, 'response'],
  [RESPONSE_BYTES_MAX, 'response'],
  [RESPONSE_BYTES_MAX + 1, 'too_large'],
])('a response of %i bytes has the outcome %s', async (bytes, kind) => {
  const host = { ...realHost, fetch: async () => new Response('a'.repeat(bytes)) };
  expect((await request(host, call)).kind).toBe(kind);
});

test('decodes a character that is split between two chunks', async () => {
  const parts = [new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac])];
  const body = new ReadableStream({
    pull: (controller) => {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
  const host = { ...realHost, fetch: async () => new Response(body) };
  expect(await request(host, call)).toMatchObject({ text: '€' });
});

test('leaves no listener on the signal', async () => {
  const { signal } = new AbortController();
  const host = { ...realHost, fetch: async () => new Response() };
  for (let round = 0; round < 3; round += 1) await request(host, { ...call, signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('ends at once when the signal is aborted, even if fetch ignores it', async () => {
  const host = { ...realHost, fetch: () => new Promise<Response>(() => undefined) };
  expect((await request(host, { ...call, signal: AbortSignal.abort() })).kind).toBe('stopped');
});
