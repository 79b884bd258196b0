import { expect, it } from 'vitest';
import { onOneServer } from '../../support/process/api-server';
import { exchange, rawHeader, rawRequest } from '../../support/process/http';
import { USAGE_PATH } from '../../support/process/requests';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const KEPT = ['a'.repeat(8), 'a'.repeat(64), 'Az09_-Az', '--------', '00000000-0000-4000-8000-000000000000'];
const REPLACED = [
  '',
  'a',
  'a'.repeat(7),
  'a'.repeat(65),
  'a'.repeat(5_000),
  'with space',
  'dotted.dotted',
  'semi;colon',
  '<script>',
  'ümlaut-ümlaut',
  'quote"quote',
  'per%20cent',
  '12345678,12345678',
  'null\u00a0null',
];

onOneServer((api) => {
  const paths = [USAGE_PATH, '/api/v1/vote', '/api/health/live'];

  const sendTo = (path: string, id: string) => api.send({ path, headers: { 'X-Request-Id': id } });
  const expectReplaced = async (id: string) => {
    for (const path of paths) {
      const response = await sendTo(path, id);
      expect(response.all('x-request-id')).toEqual([expect.stringMatching(UUID)]);
      if (response.status !== 200) expect(response.json().requestId).toBe(response.header('x-request-id'));
      if (id.length > 20) expect(response.text).not.toContain(id.slice(0, 20));
    }
  };

  it.each(KEPT)('keeps the client’s %s', async (id) => {
    for (const path of paths) {
      const response = await sendTo(path, id);
      expect(response.all('x-request-id')).toEqual([id]);
      if (response.status !== 200) expect(response.json().requestId).toBe(id);
    }
  });

  it.each(REPLACED)('replaces the client’s "%s"', expectReplaced);

  it('replaces an id that looks like a key, because ids are logged', async () => {
    const { key } = await api.operator.bot();
    for (const id of [key, key.slice(0, -1), `${key}a`]) await expectReplaced(id);
  });

  it('creates a new one for every request without one', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => api.send({ path: paths[i % 3] ?? '' })),
    );
    expect(new Set(responses.map((response) => response.header('x-request-id'))).size).toBe(20);
  });

  it('replaces two', async () => {
    const headers = ['X-Request-Id: aaaaaaaa', 'X-Request-Id: bbbbbbbb'];
    const response = await exchange(api.port, rawRequest(USAGE_PATH, headers));
    expect(rawHeader(response, 'X-Request-Id')).toMatch(UUID);
  });
});
