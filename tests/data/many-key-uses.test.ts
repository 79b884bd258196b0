import pg from 'pg';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { addKeys, read, register } from '@/tests/support/data/fixtures';

const KEYS = 2_000;
const written = async () =>
  (await db.rows(`SELECT count(*) AS n FROM api_keys WHERE last_used_at_ms = ${T0}`))[0]?.n;

/** The times of last use are written beside calls, and what goes wrong with that reaches no one: a failed test says it. */
async function explain(failure: unknown): Promise<never> {
  const refused = queries.mock.settledResults.filter(({ type }) => type === 'rejected');
  const running =
    'SELECT state, wait_event_type, wait_event, left(query, 200) AS query FROM pg_stat_activity';
  const activity = await db.rows(running).catch(() => 'not on PostgreSQL');
  throw new Error(JSON.stringify({ refused: refused.map(({ value }) => String(value)), activity }, null, 1), {
    cause: failure,
  });
}
let queries: MockInstance;

onEachDatabase('the times of last use of many keys', () => {
  // It watches, and changes nothing.
  beforeEach(() => {
    queries = vi.spyOn(pg.Client.prototype, 'query');
  });
  afterEach(() => {
    vi.useRealTimers();
    queries.mockRestore();
  });
  it('are all written, and no call waits for all of them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { botId } = await register(directory);
    const { store } = await connectAgain();
    for (const keyHash of await addKeys(directory, KEYS)) {
      const seen = await store.find({ keyHash });
      if (seen !== null) store.noteUse(seen, false);
    }
    vi.advanceTimersByTime(60_000);
    await read(store, { botId });
    expect(await written()).toBeLessThan(KEYS);
    // A write that the database had no time for is tried again at the next interval.
    const writtenAfterAnInterval = async () => {
      vi.advanceTimersByTime(20_000);
      return written();
    };
    await expect.poll(writtenAfterAnInterval, { timeout: 20_000 }).toBe(KEYS).catch(explain);
  });
});
