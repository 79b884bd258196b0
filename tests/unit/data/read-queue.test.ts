import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { READS_WAITING_MAX, ReadQueue } from '@/lib/data/read-queue';
import { isReadStopped, isTooManyReads } from '@/lib/ports/fair-reads';

const NEVER = new AbortController().signal;
const turns = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

/** Reads that run until they are ended, in the order in which they began. */
function readsOf(queue: ReadQueue) {
  const running: { end: () => void }[] = [];
  const began: string[] = [];
  const start = (subject: string, name = subject, signal = NEVER, onBegin = () => {}) =>
    queue
      .run({ subject, signal }, () => {
        onBegin();
        began.push(name);
        return new Promise<string>((resolve) => {
          const read = {
            end() {
              running.splice(running.indexOf(read), 1);
              resolve(name);
            },
          };
          running.push(read);
        });
      })
      .catch((error) => (isTooManyReads(error) ? 'refused' : isReadStopped(error) ? 'stopped' : 'failed'));
  return { running, began, start };
}

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ start: fc.constantFrom('a', 'b', 'c') }) },
  { weight: 2, arbitrary: fc.record({ hangUp: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ end: fc.nat(3) }) },
);

describe('the queue of reads', () => {
  it('lets subjects take turns, the reads of each in order', async () => {
    const { running, began, start } = readsOf(new ReadQueue(1));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void start(name[0] ?? '', name);
    for (let i = 0; i < 6; i++) {
      await turns();
      running[0]?.end();
    }
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('has a place for the next read while up to 32 that gave theirs back are counted', async () => {
    const queue = new ReadQueue(1);
    const counted: (() => void)[] = [];
    const began: number[] = [];
    const reads = Array.from({ length: 36 }, (_, i) =>
      queue.run({ subject: `bot ${i}`, signal: NEVER }, ({ release }) => {
        began.push(i);
        release();
        return new Promise<void>((resolve) => counted.push(resolve));
      }),
    );
    for (let i = 0; i < 36; i++) await turns();
    // 32 without a place, and one whose place is not given back.
    expect(began).toHaveLength(33);
    counted[32]?.();
    await turns();
    expect(began).toHaveLength(34);
    counted[0]?.();
    for (let i = 0; i < 36; i++) {
      await turns();
      for (const end of counted) end();
    }
    await Promise.all(reads);
    expect([began.length, queue.length]).toEqual([36, 0]);
  });

  it('runs at most its number, lets at most 8 of a subject wait, and loses nothing when clients hang up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(anyStep, { maxLength: 120 }),
        async (places, steps) => {
          const queue = new ReadQueue(places);
          const { running, start } = readsOf(queue);
          const clients: AbortController[] = [];
          const results: Promise<string>[] = [];
          const waiting = new Set<{ subject: string }>();
          for (const step of steps) {
            if ('start' in step) {
              const read = { subject: step.start };
              const client = new AbortController();
              const isFull =
                [...waiting].filter(({ subject }) => subject === step.start).length === READS_WAITING_MAX;
              const isBusy = running.length === places;
              const leaves = () => void waiting.delete(read);
              if (isBusy && !isFull) waiting.add(read);
              const result = start(step.start, step.start, client.signal, leaves);
              void result.then(leaves);
              clients.push(client);
              results.push(result);
              if (isBusy && isFull) expect(await result).toBe('refused');
            } else if ('hangUp' in step) clients[step.hangUp]?.abort();
            else running[step.end]?.end();
            await turns();
            expect(running.length).toBeLessThanOrEqual(places);
            expect(queue.length).toBe(waiting.size);
            if (waiting.size > 0) expect(running).toHaveLength(places);
          }
          while (running.length > 0) {
            running[0]?.end();
            await turns();
          }
          expect([queue.length, (await Promise.all(results)).includes('failed')]).toEqual([0, false]);
        },
      ),
    );
  });

  it('refuses who has waited for its longest time, and passes its place on', async () => {
    vi.useFakeTimers();
    try {
      const queue = new ReadQueue(1);
      const { running, start } = readsOf(queue);
      void start('a');
      const late = queue
        .run({ subject: 'b', signal: NEVER, waitMaxMs: 2_000 }, async () => 1)
        .catch(isTooManyReads);
      const next = start('c');
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await late).toBe(true);
      running[0]?.end();
      await turns();
      running[0]?.end();
      expect(await next).toBe('c');
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells a read of earlier ones of its subject, and of their ends', async () => {
    const queue = new ReadQueue(2);
    const { running, start } = readsOf(queue);
    void start('a');
    await turns();
    const second = queue.run({ subject: 'a', signal: NEVER }, async (place) => {
      const before = place.earlier();
      running[0]?.end();
      await place.earlierEnded();
      return [before, place.earlier()];
    });
    expect(await second).toEqual([1, 0]);
  });

  it('frees the place of a read that fails', async () => {
    const queue = new ReadQueue(1);
    const failed = queue.run({ subject: 'a', signal: NEVER }, () => Promise.reject(new Error('no')));
    const next = queue.run({ subject: 'b', signal: NEVER }, async () => 'read');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('read');
  });
});
