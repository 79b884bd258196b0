import { expect, it } from 'vitest';
import { createApi } from '@/lib/api/api';
import { respondToRequest } from '@/lib/api/web-edge';
import { secrets } from '@/lib/auth/secrets';
import type { ChartMark } from '@/lib/contract/bot-view';
import { OPERATOR } from '@/lib/domain/people/caller';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { reportStats } from '@/lib/services/calls/report';
import { createKey, revokeKey } from '@/lib/services/keys/change';
import { findSilentBots } from '@/lib/services/silences/find';
import { BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register, signedIn } from '@/tests/support/data/fixtures';
import { recordCalls } from '@/tests/support/data/ports';
import { accepted } from '@/tests/support/result';

const VIEW = `/api/dashboard/bots/${BOT_ID}`;
const INTERVAL_MS = PLANS.free.intervalMinutes * MINUTE_MS;

/** The pages’ own reads as an admin, with the steps that they take in the database. */
function reader(person = 'admin') {
  const { ports: recorded, steps } = recordCalls(ports);
  const api = createApi({
    ...ports,
    store: recorded.store,
    directory: recorded.directory,
    hashKey: secrets.hash,
    newRequestId: () => 'request-id-of-tests',
    onError: (error) => expect(error).toBeUndefined(),
    sessions: {
      ports: recorded,
      secretOf: async () => `of ${person}`,
      callerOf: async () => signedIn(person, 'admin'),
    },
  });
  return async (path: string, etag = '') => {
    const from = steps.length;
    const request = new Request(`http://localhost${path}`, { headers: { 'If-None-Match': etag } });
    const response = await respondToRequest(api, request);
    const body = await response.text();
    const data = body === '' ? null : JSON.parse(body);
    return {
      status: response.status,
      data,
      etag: response.headers.get('etag') ?? '',
      steps: steps.slice(from),
    };
  };
}

onEachDatabase('an open page', () => {
  it('that has the current version costs the bot’s row, and waits for no place among the long reads', async () => {
    const bot = await register(directory);
    const read = reader();
    await reportStats(ports, bot, BOT_ID, REPORT);
    const first = await read(VIEW);
    expect(first.steps).toEqual([
      'store.find',
      'directory.readHistory',
      'history.series',
      'history.valuesAt',
      'directory.read',
      'events.listOfBot',
    ]);
    // All places are taken, and the queue of this reader is full.
    const ends: (() => void)[] = [];
    const signal = new AbortController().signal;
    const busy = Array.from({ length: 11 }, () =>
      directory
        .readHistory({ subject: 'person admin', signal }, () => new Promise<void>((end) => ends.push(end)))
        .catch(() => {}),
    );
    const again = await read(VIEW, first.etag);
    expect(again).toMatchObject({ status: 304, data: null, etag: first.etag, steps: ['store.find'] });
    expect(await read(VIEW)).toMatchObject({ status: 429 });
    let isOver = false;
    void Promise.all(busy).then(() => {
      isOver = true;
    });
    while (!isOver) {
      ends.pop()?.();
      await new Promise(setImmediate);
    }
  });

  it('with hundreds of reads at once has all but a few refused before anything is read', async () => {
    await register(directory);
    const read = reader();
    const reads = Promise.all(Array.from({ length: 200 }, () => read(VIEW)));
    expect(await reader('another')(VIEW)).toMatchObject({ status: 200 });
    const all = await reads;
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(200 - 16);
    const rowsRead = all.map(({ steps }) => steps.filter((step) => step === 'store.find').length);
    expect(Math.max(...rowsRead)).toBeLessThanOrEqual(16);
    expect(await read(VIEW)).toMatchObject({ status: 200 });
  });

  it('gets a new version of a bot with each report, call, change and deletion', async () => {
    const bot = await register(directory);
    const read = reader();
    let { etag } = await read(VIEW);
    const expectNew = async (what: string, path = VIEW) => {
      const { status, etag: next } = await read(path, etag);
      expect([what, status, next === etag]).toEqual([what, 200, false]);
      etag = next;
    };
    await reportStats(ports, bot, BOT_ID, REPORT);
    await expectNew('a report');
    await reportStats(ports, bot, BOT_ID, REPORT);
    await expectNew('a refused report');
    for (const change of [{ name: 'Other' }, { plan: 'premium' }, { isDisabled: true }] as const) {
      await changeBot(ports, OPERATOR, BOT_ID, change);
      await expectNew(JSON.stringify(change));
    }
    await expectNew('the period before', `${VIEW}?range=7d&compare=1`);
    await expectNew('another range', `${VIEW}?range=7d`);
    expect((await read(`${VIEW}?range=7d`, etag)).status).toBe(304);
    await directory.write([], ({ bots }) => bots.delete(BOT_ID));
    expect((await read(`${VIEW}?range=7d`, etag)).status).toBe(404);
  });

  it('gets a new version when the state, the availability or the quota’s cycle changes with time alone', async () => {
    const bot = await register(directory);
    const read = reader();
    await db.run(`INSERT INTO serving_times VALUES (${T0}, ${T0 + 2 * CYCLE_MS})`);
    await reportStats(ports, bot, BOT_ID, REPORT);
    // Of the longest range, whose buckets do not end between two reads a moment apart.
    const path = `${VIEW}?range=all`;
    const at = async (ms: number, etag?: string) => {
      await db.setClock(T0 + ms);
      const { status, data, etag: next } = await read(path, etag);
      return {
        status,
        etag: next,
        state: data?.state.name,
        refusal: data?.availability.refusal,
        gaps: data?.gaps.length,
        marks: data?.annotations.marks.map(({ type }: ChartMark) => type),
      };
    };
    const reported = await at(1);
    expect(reported).toMatchObject({ state: 'healthy', refusal: 'update_too_soon' });
    expect(await at(2, reported.etag)).toMatchObject({ status: 304 });
    const due = await at(INTERVAL_MS, reported.etag);
    expect(due).toMatchObject({ status: 200, state: 'healthy', refusal: null });
    const punctual = await at(2 * INTERVAL_MS, due.etag);
    expect(punctual).toMatchObject({ gaps: 0 });
    const gap = await at(2 * INTERVAL_MS + 1, punctual.etag);
    expect(gap).toMatchObject({ status: 200, state: 'healthy', gaps: 1, marks: [] });
    const silent = await at(3 * INTERVAL_MS, gap.etag);
    expect(silent).toMatchObject({ status: 200, state: 'silent', marks: [] });
    // It explains nothing in the chart.
    accepted(await createKey(ports, OPERATOR, { botId: BOT_ID, name: 'new', expiresAtMs: null }));
    await findSilentBots(ports, new AbortController().signal);
    const notified = await at(3 * INTERVAL_MS, silent.etag);
    expect(notified).toMatchObject({ status: 200, marks: ['bot.silent'] });
    expect(await at(3 * INTERVAL_MS + 1, notified.etag)).toMatchObject({ status: 304 });
    const reset = await at(CYCLE_MS, notified.etag);
    expect(reset).toMatchObject({ status: 200, refusal: null });
    expect(reset.etag).not.toBe(notified.etag);
  });

  it('gets a new version when the chart moves on by a point, and none before', async () => {
    await register(directory);
    const read = reader();
    const { data, etag } = await read(VIEW);
    const intoBucketMs = data.fromMs % data.bucketMs;
    await db.setClock(T0 + data.bucketMs - intoBucketMs - 1);
    expect((await read(VIEW, etag)).status).toBe(304);
    await db.setClock(T0 + data.bucketMs - intoBucketMs);
    expect(await read(VIEW, etag)).toMatchObject({
      status: 200,
      data: { fromMs: data.fromMs + data.bucketMs - intoBucketMs },
    });
  });

  it('of keys gets a new version when a key is created, used, ends or is revoked', async () => {
    const bot = await register(directory, {}, T0 + DAY_MS);
    const read = reader();
    const path = `${VIEW}/keys`;
    const { data, etag } = await read(path);
    expect(data.items).toMatchObject([{ id: bot.keyId, state: 'live', lastUsedAtMs: null }]);
    expect(JSON.stringify(data)).not.toContain(bot.keyHash);
    expect((await read(path, etag)).status).toBe(304);
    await db.setClock(T0 + DAY_MS);
    const ended = await read(path, etag);
    expect(ended).toMatchObject({ status: 200, data: { items: [{ state: 'expired' }] } });
    const made = await createKey(ports, OPERATOR, { botId: BOT_ID, name: 'new', expiresAtMs: null });
    const created = await read(path, ended.etag);
    expect(created).toMatchObject({
      status: 200,
      data: { items: [{ state: 'live' }, { state: 'expired' }] },
    });
    if (made.ok) await revokeKey(ports, OPERATOR, made.value.apiKey.id);
    expect(await read(path, created.etag)).toMatchObject({
      status: 200,
      data: { items: [{ state: 'revoked' }, { state: 'expired' }] },
    });
  });

  it('of the activity gets a page of it, and a new version with an entry', async () => {
    await register(directory);
    const read = reader();
    const path = `${VIEW}/activity?kind=changes&page=1`;
    const { etag, data } = await read(path);
    expect([data.total, data.entries.length]).toEqual([0, 0]);
    await db.setClock(T0 + HOUR_MS);
    expect((await read(path, etag)).status).toBe(304);
    for (let i = 1; i <= 51; i++) await changeBot(ports, OPERATOR, BOT_ID, { name: `Name ${i}` });
    const changed = await read(path, etag);
    expect([changed.status, changed.data.total, changed.data.entries.length]).toEqual([200, 51, 50]);
    expect((await read(`${VIEW}/activity?kind=changes&page=9`)).data).toMatchObject({ page: 2, total: 51 });
    expect((await read(`${VIEW}/activity?kind=changes`)).data.entries).toHaveLength(51);
  });
});
