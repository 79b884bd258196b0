import { expect, it, onTestFinished } from 'vitest';
import { createRefusalLog } from '@/lib/jobs/refusal-log';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import type { NotedRefusals, RefusedCall } from '@/lib/services/refusals/record';

const call = (keyHash: string, atMs: number | null, over: Partial<RefusedCall> = {}): RefusedCall => ({
  of: { keyHash },
  operation: 'POST /api/v1/bots/stats',
  error: atMs === null ? 'invalid_key' : 'update_too_soon',
  message: 'Try again in 5 seconds.',
  requestId: `request-${atMs}`,
  atMs,
  ...over,
});

/** A log whose writes fail while `isDown`. */
function startLog() {
  const state = {
    isDown: false,
    duringWrite: () => {},
    written: [] as NotedRefusals[],
    parts: [] as number[],
    errors: 0,
  };
  const log = createRefusalLog({
    async write(noted) {
      state.duringWrite();
      if (state.isDown) throw new StorageUnavailable('down');
      state.written.push(...noted);
      state.parts.push(noted.length);
    },
    onError: () => state.errors++,
  });
  onTestFinished(() => log.close());
  return { log, state };
}

it('equal refused calls are written together: how many, the first and the last', async () => {
  const { log, state } = startLog();
  for (const atMs of [5, 6, 7]) log.note(call('a', atMs));
  log.note(call('b', 8));
  log.note(call('a', 9, { error: 'quota_exceeded' }));
  log.note(call('', 10, { of: { botId: 'bot' } }));
  await log.close();
  expect(state.written.map(({ count, firstAtMs, last }) => [count, firstAtMs, last.requestId])).toEqual([
    [3, 5, 'request-7'],
    [1, 8, 'request-8'],
    [1, 9, 'request-9'],
    [1, 10, 'request-10'],
  ]);
});

it('what cannot be written waits for the next write, and is then written once', async () => {
  const { log, state } = startLog();
  state.isDown = true;
  log.note(call('a', 1));
  log.note(call('b', 2));
  state.duringWrite = () => log.note(call('a', 3));
  await log.close();
  Object.assign(state, { isDown: false, duringWrite: () => {} });
  await log.close();
  await log.close();
  const written = state.written.map(({ count, firstAtMs, last }) => [last.of, count, firstAtMs, last.atMs]);
  expect(written).toEqual([
    [{ keyHash: 'a' }, 2, 1, 3],
    [{ keyHash: 'b' }, 1, 2, 2],
  ]);
  expect(state.errors).toBe(1);
});

it('the number that waits is bounded, keys that are not live apart, and is written in small parts', async () => {
  const { log, state } = startLog();
  for (let i = 0; i < 1_500; i++) log.note(call(`unknown-${i}`, null));
  for (let i = 0; i < 10_500; i++) log.note(call(`live-${i}`, i));
  await log.close();
  const ofEnded = state.written.filter(({ last }) => last.error === 'invalid_key');
  expect([ofEnded.length, state.written.length]).toEqual([1_000, 11_000]);
  expect(Math.max(...state.parts)).toBe(100);
});
