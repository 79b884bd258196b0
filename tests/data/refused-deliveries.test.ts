import { afterEach, beforeEach, expect, it } from 'vitest';
import { RETRIES_MS } from '@/lib/domain/alerts/delivery';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { deliverWebhooksJob } from '@/lib/jobs/deliver-webhooks';
import { startJobs } from '@/lib/jobs/runner';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { routeEvents } from '@/lib/services/events/route';
import { SetAside } from '@/lib/services/set-aside';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports, refuseRow } from '@/tests/support/data/each-database';
import { addWebhook, register } from '@/tests/support/data/fixtures';
import { DELIVERED, failed, SHORT_WAITS, scriptedWebhooks } from '@/tests/support/data/scripted-webhooks';

const NEVER = new AbortController().signal;
const BOTS = [BOT_ID, OTHER_BOT_ID];
/** A promise with what resolves it. */
function promised(): [Promise<void>, () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
}

const eventOf = (botId: string, atMs: number): NewEvent => ({
  type: 'bot.enabled',
  period: String(atMs),
  atMs,
  dueAtMs: atMs,
  data: { botId, botName: 'TestBot' },
});

onEachDatabase('a webhook whose result the database refuses', () => {
  let reported: unknown[];
  let aside: SetAside;
  let accept: () => Promise<void>;
  const cause = async (atMs: number) => {
    await directory.write([], ({ events }) => events.insert(BOTS.map((botId) => eventOf(botId, atMs))));
    await routeEvents(ports);
  };
  const deliveries = async (botId: string, state: string) =>
    (await db.rows(`SELECT event_id FROM deliveries WHERE bot_id = '${botId}' AND state = '${state}'`))
      .length;
  const job = () => deliverWebhooksJob({ origin: null, random: () => 0.5, timers: SHORT_WAITS });

  beforeEach(async () => {
    reported = [];
    accept = async () => {};
    aside = new SetAside((error) => reported.push(error));
    for (const id of BOTS) {
      await register(directory, { id, plan: 'business' });
      await addWebhook(ports, { id: `of-${id}`, botId: id });
    }
  });
  afterEach(() => accept());

  it('does not stop other webhooks, nor others of its webhook, and is sent a bounded number of times', async () => {
    await cause(T0);
    accept = await refuseRow({
      table: 'deliveries',
      change: 'UPDATE',
      when: `NEW.bot_id = '${BOT_ID}' AND NEW.created_at_ms = ${T0}`,
    });
    const { ports: scripted, posts } = scriptedWebhooks(ports, () => DELIVERED);
    const loop = job();
    await loop.run(scripted, NEVER, aside);
    expect(await deliveries(OTHER_BOT_ID, 'delivered')).toBe(1);
    expect(reported).toHaveLength(1);
    await db.setClock(T0 + 1);
    await cause(T0 + 1);
    let nowMs = T0 + 1;
    for (const waitMs of [...RETRIES_MS, 9 * DAY_MS, 9 * DAY_MS]) {
      // At most a minute more, for which its webhook is not looked at.
      nowMs += waitMs + MINUTE_MS;
      await db.setClock(nowMs);
      await loop.run(scripted, NEVER, aside);
    }
    expect([await deliveries(BOT_ID, 'delivered'), await deliveries(OTHER_BOT_ID, 'delivered')]).toEqual([
      1, 2,
    ]);
    expect(posts).toHaveLength(3 + RETRIES_MS.length + 1);
    expect(reported).toHaveLength(posts.length - 3);
  });

  it('because of the text of the response is stored without that text', async () => {
    await cause(T0);
    accept = await refuseRow({ table: 'deliveries', change: 'UPDATE', when: "NEW.response LIKE '%\u65e5%'" });
    const { ports: scripted, posts } = scriptedWebhooks(ports, () => failed(500, { response: '\u65e5' }));
    await job().run(scripted, NEVER, aside);
    expect(posts).toHaveLength(2);
    expect(reported).toEqual([]);
    const rows = await db.rows('SELECT tries, status, response, reason FROM deliveries');
    const row = { tries: 1, status: 500, response: '', reason: 'The response could not be stored.' };
    expect(rows.map((each) => ({ ...each, tries: Number(each.tries), status: Number(each.status) }))).toEqual(
      [row, row],
    );
  });

  it('does not stop other webhooks if the row of its webhook is refused', async () => {
    await cause(T0);
    accept = await refuseRow({
      table: 'webhook_endpoints',
      change: 'UPDATE',
      when: `NEW.bot_id = '${BOT_ID}'`,
    });
    const { ports: scripted, posts } = scriptedWebhooks(ports, () => DELIVERED);
    const loop = job();
    for (const ms of [0, 1, 2]) {
      await db.setClock(T0 + ms);
      await loop.run(scripted, NEVER, aside);
    }
    expect(posts).toHaveLength(1);
    expect(await deliveries(OTHER_BOT_ID, 'delivered')).toBe(1);
    expect(reported).toHaveLength(1);
  });

  it('does not stop other webhooks if the sender itself fails with its message', async () => {
    await cause(T0);
    const { ports: scripted, posts } = scriptedWebhooks(ports, () => {
      if (posts.length === 1) throw new Error('a defect');
      return DELIVERED;
    });
    const loop = job();
    await loop.run(scripted, NEVER, aside);
    const states = async () => [
      await deliveries(BOT_ID, 'delivered'),
      await deliveries(OTHER_BOT_ID, 'delivered'),
    ];
    expect((await states()).toSorted()).toEqual([0, 1]);
    expect(reported).toHaveLength(1);
    await db.setClock(T0 + DAY_MS);
    await loop.run(scripted, NEVER, aside);
    expect(await states()).toEqual([1, 1]);
  });

  it('is stored by a stop, also after a run that failed', async () => {
    await cause(T0);
    const [sent, resolve] = promised();
    const { ports: scripted } = scriptedWebhooks(ports, async () => {
      // From now on every write of a turn fails, as while PostgreSQL restarts.
      isDown = true;
      resolve();
      return DELIVERED;
    });
    let isDown = false;
    const [hasFailed, fail] = promised();
    const write: typeof directory.write = (...args) => {
      if (!isDown) return directory.write(...args);
      fail();
      return Promise.reject(new StorageUnavailable('the database restarts'));
    };
    const jobs = startJobs(
      [job()],
      { ...scripted, directory: { ...directory, read: (f) => directory.read(f), write } },
      { random: () => 0, onError: (error) => reported.push(error) },
    );
    await sent;
    await hasFailed;
    isDown = false;
    await jobs.stop();
    expect([await deliveries(BOT_ID, 'delivered'), await deliveries(OTHER_BOT_ID, 'delivered')]).toEqual([
      1, 1,
    ]);
  });

  it('that a stop cannot store is reported', async () => {
    await cause(T0);
    let isDown = false;
    const [sent, resolve] = promised();
    const { ports: scripted } = scriptedWebhooks(ports, async () => {
      isDown = true;
      resolve();
      return DELIVERED;
    });
    const down = new StorageUnavailable('the database restarts');
    const write: typeof directory.write = (...args) =>
      isDown ? Promise.reject(down) : directory.write(...args);
    const jobs = startJobs(
      [job()],
      { ...scripted, directory: { ...directory, read: (f) => directory.read(f), write } },
      { random: () => 0, onError: (error) => reported.push(error) },
    );
    await sent;
    await jobs.stop();
    expect(reported.at(-1)).toBe(down);
  });

  it('and whose sender fails during a stop is reported', async () => {
    await cause(T0);
    const [sent, resolve] = promised();
    const [stopped, stop] = promised();
    const lost = new StorageUnavailable('the sender is gone');
    const { ports: scripted } = scriptedWebhooks(ports, async () => {
      resolve();
      await stopped;
      throw lost;
    });
    const jobs = startJobs([job()], scripted, { random: () => 0, onError: (error) => reported.push(error) });
    await sent;
    const stopping = jobs.stop();
    stop();
    await stopping;
    expect(reported).toContain(lost);
  });
});
