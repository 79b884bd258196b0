import { expect, onTestFinished } from 'vitest';
import { createApi } from '@/lib/api/api';
import { REPORT_PATH } from '@/lib/contract/api-paths';
import type { Ports } from '@/lib/ports/ports';
import type { Registered } from './fixtures';
import { manualHolds } from './ports';

/** The API of one server instance, whose held reports a test lets go. */
export function instanceOn(on: Ports, maxMs?: number, places?: number) {
  const { holds, waits } = manualHolds(maxMs, places);
  const noted: unknown[] = [];
  const api = createApi({
    ...on,
    holds,
    hashKey: on.secrets.hash,
    newRequestId: on.secrets.newId,
    noteRefusal: (call) => noted.push(call),
    onError: (error) => onTestFinished(() => expect(error).toBeUndefined()),
  });
  const report = async ({ key, botId }: Registered, hungUp = new AbortController().signal) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ botId, serverCount: 4, userCount: 273 });
    const readBody = async () => Buffer.from(body);
    const hold = () => ({ signal: hungUp, end: () => {} });
    const request = { method: 'POST', path: REPORT_PATH, query: '', headers, readBody, hold };
    const response = await api.respond(request, api.find(REPORT_PATH));
    const { error = null, data } = JSON.parse(String(response.body));
    const { 'Retry-After': retryAfter = null } = response.headers;
    return { status: response.status, error, retryAfter, atMs: data && Date.parse(data.updatedAt) };
  };
  /** Resolves when `count` reports have begun to wait. */
  const held = (count: number) =>
    expect.poll(() => waits.length, { interval: 1, timeout: 20_000 }).toBe(count);
  return { report, held, waits, noted, holds, api };
}
