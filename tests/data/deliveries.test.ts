import { beforeEach, expect, it } from 'vitest';
import { FAILING_MAX_MS, RETRIES_MS, WAITING_MAX, WEBHOOK_LEASE_MS } from '@/lib/domain/alerts/delivery';
import type { EventType } from '@/lib/domain/alerts/event';
import { CHOOSABLE_TYPES, FORMER_WEBHOOK_SECRET_MS } from '@/lib/domain/alerts/webhook';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import type { PostResult } from '@/lib/ports/senders';
import { deleteBot } from '@/lib/services/bots/delete';
import { findDue } from '@/lib/services/deliveries/claim';
import { recordAndClaim } from '@/lib/services/deliveries/record-and-claim';
import { routeEvents } from '@/lib/services/events/route';
import { pruneDeliveries } from '@/lib/services/prune';
import { finishRemovals } from '@/lib/services/removals/finish';
import { changeWebhook, rotateSecret } from '@/lib/services/webhooks/change';
import { createWebhook } from '@/lib/services/webhooks/create';
import { listDeliveries, listWebhooks } from '@/lib/services/webhooks/find';
import { sendAgain, testWebhook } from '@/lib/services/webhooks/send-again';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { DELIVERED, failed, type Posted, scriptedWebhooks } from '@/tests/support/data/scripted-webhooks';
import { accepted } from '@/tests/support/result';

const DISCORD = `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(64)}`;

onEachDatabase('deliveries', () => {
  let caused = 0;
  /** Causes events of the bot; returns their ids, oldest first. */
  const cause = async (count: number, type: EventType = 'bot.enabled') => {
    const periods = Array.from({ length: count }, () => String(++caused).padStart(9, '0'));
    const data = { botId: BOT_ID, botName: 'TestBot' };
    await directory.write([], async ({ events }, nowMs) => {
      for (const period of periods) {
        const atMs = nowMs - 10_000 + Number(period);
        await events.insert([{ type: type as 'bot.enabled', period, atMs, dueAtMs: atMs, data }]);
      }
    });
    const rows = await db.rows(`SELECT id FROM events WHERE period >= '${periods[0]}' ORDER BY period`);
    return rows.map(({ id }) => String(id));
  };
  const create = async (path = 'a', eventTypes: readonly EventType[] = CHOOSABLE_TYPES) =>
    accepted(
      await createWebhook(ports, OPERATOR, {
        botId: BOT_ID,
        eventTypes,
        url: path === 'discord' ? DISCORD : `https://hook.example.org/${path}`,
      }),
    );
  const script = (...results: readonly PostResult[]) => {
    const left = [...results];
    return scriptedWebhooks(ports, () => left.shift() ?? DELIVERED);
  };
  const logOf = async (webhookId: string) =>
    accepted(await listDeliveries(ports, OPERATOR, webhookId, 1)).deliveries;
  const shown = async () => accepted(await listWebhooks(ports, OPERATOR, BOT_ID)).webhooks;
  const idsOf = (posts: readonly Posted[]) => posts.map(({ id }) => id);

  beforeEach(() => register(directory, { plan: 'business' }));

  it('reach each webhook that is on and has the type, once, while two instances route and deliver', async () => {
    await create('a');
    await create('b', ['bot.enabled']);
    await create('c', ['bot.disabled']);
    const off = (await create('d')).webhook;
    accepted(await changeWebhook(ports, OPERATOR, off.id, { isOn: false }));
    const ids = await cause(60);
    const instances = [ports, await connectAgain()].map((each) => scriptedWebhooks(each, () => DELIVERED));
    await Promise.all(instances.map(({ deliver }) => deliver()));
    const posts = instances.flatMap((instance) => instance.posts);
    for (const path of ['a', 'b']) {
      const received = posts.filter(({ address }) => address.endsWith(`/${path}`));
      expect(idsOf(received).sort()).toEqual([...ids].sort());
    }
    expect(posts).toHaveLength(2 * ids.length);
  });

  it('of an event that is found late, after an outage of an hour, are sent', async () => {
    await create('a');
    await create('discord');
    const [id] = await cause(1);
    await db.setClock(T0 + HOUR_MS);
    const { deliver, posts } = script();
    await deliver();
    expect(idsOf(posts).sort()).toEqual(['', id]);
  });

  it('that fail are sent again at their times with the same id, behind none of the later ones, then given up', async () => {
    const { webhook } = await create();
    const [first = '', later = ''] = [...(await cause(1)), ...(await cause(1, 'bot.disabled'))];
    const { deliver, posts } = scriptedWebhooks(ports, ({ id }) => (id === first ? failed(500) : DELIVERED));
    await deliver();
    expect(idsOf(posts)).toEqual([first, later]);
    let atMs = T0;
    for (const waitMs of RETRIES_MS) {
      await db.setClock(atMs + waitMs - 1);
      await deliver();
      atMs += waitMs;
      await db.setClock(atMs);
      await deliver();
    }
    expect(idsOf(posts)).toEqual([first, later, ...RETRIES_MS.map(() => first)]);
    const [, oldest] = await logOf(webhook.id);
    const tries = RETRIES_MS.length + 1;
    expect(oldest).toMatchObject({ eventId: first, state: 'given_up', tries, status: 500, nextAtMs: null });
    expect(await shown()).toMatchObject([{ waiting: 0, webhook: { status: 'on', givenUp: 1 } }]);
  });

  it('and everything else wait as long as the receiver asks', async () => {
    await create();
    const { deliver, posts } = script(failed(429, { retryAfterMs: MINUTE_MS }));
    await cause(1);
    await deliver();
    await cause(1);
    await db.setClock(T0 + MINUTE_MS - 1);
    await deliver();
    expect(posts).toHaveLength(1);
    await db.setClock(T0 + MINUTE_MS);
    await deliver();
    expect(posts).toHaveLength(3);
  });

  it.each([
    ['by 410', 0, failed(410), '410'],
    ['after 5 days of failures', FAILING_MAX_MS, failed(500), '5 days'],
    ['by the fifth event given up', 0, failed(500), '5 events'],
  ])(
    'switch a webhook off %s, tell it, and what waits goes on when it is enabled',
    async (_, ms, result, why) => {
      const { webhook } = await create();
      let response = failed(500);
      const { deliver, posts } = scriptedWebhooks(ports, () => response);
      await cause(5);
      await deliver();
      if (why === '5 events') await db.run(`UPDATE deliveries SET tries = ${RETRIES_MS.length}`);
      response = result;
      await db.setClock(T0 + (RETRIES_MS[0] ?? 0) + ms);
      await deliver();
      const [{ webhook: off } = { webhook }] = await shown();
      expect(off).toMatchObject({
        status: 'off',
        statusReason: expect.stringMatching(/gone|failing|given_up/),
      });
      const recorded = await db.rows(`SELECT data_json FROM events WHERE type = 'webhook.disabled'`);
      const data = { webhookId: webhook.id, host: 'hook.example.org', reason: expect.stringContaining(why) };
      expect(recorded.map(({ data_json }) => JSON.parse(String(data_json)))).toMatchObject([data]);
      const sent = posts.length;
      await cause(1);
      await deliver();
      expect(posts).toHaveLength(sent);
      accepted(await changeWebhook(ports, OPERATOR, webhook.id, { isOn: true }));
      response = DELIVERED;
      await db.setClock(T0 + ms + 2 * MINUTE_MS);
      await deliver();
      expect(await shown()).toMatchObject([
        { waiting: 0, webhook: { status: 'on', firstFailureAtMs: null } },
      ]);
    },
  );

  it('to a Discord webhook that was deleted there switch it off at once', async () => {
    await create('discord');
    await cause(1);
    const response = '{"message": "Unknown Webhook", "code": 10015}';
    await script(failed(404, { response })).deliver();
    expect(await shown()).toMatchObject([{ webhook: { status: 'off', statusReason: 'deleted' } }]);
  });

  it.each([
    ['discord', [401, 403, 401], [0, 0, 1]],
    ['discord', [500, 500, 403, 401, 500, 401, 403], [0, 0, 0, 1]],
    ['signed', [401, 403, 401, 403], [0, 0, 0, 0]],
  ])('to %s answered %j switch it off: %j', async (path, answers, expected) => {
    await create(path);
    await cause(1);
    const isOff: number[] = [];
    let atMs = T0;
    for (const [at] of expected.entries()) {
      await script(failed(answers[at] ?? null)).deliver();
      const [{ webhook } = { webhook: undefined }] = await shown();
      isOff.push(webhook?.status === 'off' && webhook.statusReason === 'refused' ? 1 : 0);
      atMs += RETRIES_MS[at] ?? 0;
      await db.setClock(atMs);
    }
    expect(isOff).toEqual(expected);
  });

  it('store nothing that a private address responded but its status', async () => {
    const { webhook } = await create();
    await cause(1);
    const internal = { response: 'internal', isFromPrivateAddress: true };
    await script(failed(500, internal)).deliver();
    expect(await logOf(webhook.id)).toMatchObject([{ status: 500, response: '', isPrivate: true }]);
    await db.setClock(T0 + MINUTE_MS);
    await script({ ...DELIVERED, status: 200, ...internal }).deliver();
    expect(await logOf(webhook.id)).toMatchObject([{ status: 200, response: '', isPrivate: true }]);
    expect(JSON.stringify(await db.rows('SELECT * FROM deliveries'))).not.toContain('internal');
  });

  it('beyond 1,000 that wait are dropped, the oldest first, and counted', async () => {
    const { webhook } = await create();
    await cause(1);
    await script(failed(503, { retryAfterMs: DAY_MS })).deliver();
    await db.setClock(T0 + 1);
    await cause(WAITING_MAX + 1);
    await routeEvents(ports);
    expect(await shown()).toMatchObject([{ waiting: WAITING_MAX, webhook: { dropped: 2 } }]);
    const dropped = await db.rows(`SELECT event_id FROM deliveries WHERE state = 'dropped'`);
    const oldest = await db.rows('SELECT id FROM events ORDER BY period LIMIT 2');
    expect(dropped.map((row) => row.event_id).sort()).toEqual(oldest.map(({ id }) => id).sort());
    expect(webhook.dropped).toBe(0);
  });

  it('say when they are tried: not before Discord may get a message, and not while the webhook is off', async () => {
    const { webhook } = await create('discord');
    const next = async () => (await logOf(webhook.id)).map(({ tries, nextAtMs }) => [tries, nextAtMs]);
    await cause(1);
    await script().deliver();
    await cause(1);
    await routeEvents(ports);
    expect(await next()).toEqual([
      [0, T0 + MINUTE_MS],
      [1, null],
    ]);
    await db.setClock(T0 + MINUTE_MS);
    await script(failed(429, { retryAfterMs: DAY_MS })).deliver();
    expect((await next())[0]).toEqual([1, T0 + MINUTE_MS + DAY_MS]);
    accepted(await changeWebhook(ports, OPERATOR, webhook.id, { isOn: false }));
    expect((await next())[0]).toEqual([1, null]);
  });

  it('are signed with both secrets for 24 h after a rotation', async () => {
    const { webhook, secret } = await create();
    const { secret: next } = accepted(await rotateSecret(ports, OPERATOR, webhook.id));
    const { deliver, posts } = script();
    for (const atMs of [T0 + FORMER_WEBHOOK_SECRET_MS - 1, T0 + FORMER_WEBHOOK_SECRET_MS]) {
      await db.setClock(atMs);
      await cause(1);
      await deliver();
    }
    expect(posts.map(({ secrets }) => secrets)).toEqual([[next, secret], [next]]);
  });

  it('to Discord are one message a minute, with the rest in a summary', async () => {
    await create('discord');
    const { deliver, posts } = script();
    await cause(1);
    await deliver();
    await cause(22);
    await deliver();
    expect(posts).toHaveLength(1);
    await db.setClock(T0 + MINUTE_MS);
    await deliver();
    const { embeds, content } = JSON.parse(posts[1]?.body ?? '');
    expect([posts.length, embeds.length, content]).toEqual([2, 10, 'and 12 more']);
    expect(await shown()).toMatchObject([{ waiting: 0 }]);
  });

  it('that an instance claimed and never sent are sent by another when the claim ends', async () => {
    const { webhook } = await create();
    const [eventId = ''] = await cause(1);
    await routeEvents(ports);
    const turn = { finished: [], token: 'dead', random: () => 0.5 };
    expect(await recordAndClaim(ports, { ...turn, due: await findDue(ports, []) })).toHaveLength(1);
    const { deliver, posts } = scriptedWebhooks(await connectAgain(), () => DELIVERED);
    await db.setClock(T0 + WEBHOOK_LEASE_MS - 1);
    await deliver();
    expect(posts).toEqual([]);
    await db.setClock(T0 + WEBHOOK_LEASE_MS);
    await deliver();
    expect(idsOf(posts)).toEqual([eventId]);
    // A result that comes too late changes nothing.
    const sent = [{ eventIds: [eventId], result: failed(410) }];
    const [{ sealedAddress = '' } = {}] = await directory.read(({ webhooks }) =>
      webhooks.listOfBots([BOT_ID]),
    );
    const finished = [{ webhookId: webhook.id, botId: BOT_ID, sealedAddress, sent }];
    await recordAndClaim(ports, { ...turn, finished, due: [] });
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  it('do not wait for a clock that was set back, nor for the claim of a killed instance then', async () => {
    await create();
    const [claimed = ''] = await cause(1);
    await routeEvents(ports);
    const turn = { finished: [], token: 'dead', random: () => 0.5 };
    expect(await recordAndClaim(ports, { ...turn, due: await findDue(ports, []) })).toHaveLength(1);
    const [unrouted = ''] = await cause(1);
    await db.setClock(T0 - DAY_MS);
    const { deliver, posts } = script();
    await deliver();
    expect(idsOf(posts)).toEqual([unrouted]);
    await db.setClock(T0);
    await deliver();
    expect(idsOf(posts)).toEqual([unrouted, claimed]);
  });

  it('of which one is under way while the address is changed go to the new one, whatever the old one responds', async () => {
    const { webhook } = await create();
    const [id] = await cause(1);
    const { deliver, posts } = scriptedWebhooks(ports, async () => {
      if (posts.length > 1) return DELIVERED;
      const url = 'https://hook.example.org/new';
      accepted(await changeWebhook(ports, OPERATOR, webhook.id, { url }));
      return failed(410);
    });
    await deliver();
    expect(posts.map(({ address, ...post }) => [post.id, address.slice(-4)])).toEqual([
      [id, 'rg/a'],
      [id, '/new'],
    ]);
    expect(await shown()).toMatchObject([{ waiting: 0, webhook: { status: 'on', health: 'working' } }]);
  });

  it('of a bot that is deleted while they are under way end with it', async () => {
    for (let n = 0; n < 20; n++) await create(String(n));
    await cause(3);
    let isDeleted = false;
    const { deliver, posts } = scriptedWebhooks(ports, async () => {
      if (!isDeleted) {
        isDeleted = true;
        accepted(await deleteBot(ports, OPERATOR, BOT_ID));
      }
      return DELIVERED;
    });
    await deliver();
    await deliver();
    expect(posts.length).toBeLessThanOrEqual(60);
    await finishRemovals(ports);
    for (const table of ['deliveries', 'webhook_endpoints', 'events'])
      expect(await db.rows(`SELECT * FROM ${table}`)).toEqual([]);
  });

  it('to a webhook whose secrets cannot be decrypted do not happen until it is set again', async () => {
    const { webhook } = await create('a');
    await db.setClock(T0 + 1);
    await create('b');
    await db.run(
      `UPDATE webhook_endpoints SET address = 'x' || address, secret = '' WHERE id = '${webhook.id}'`,
    );
    const unreadable = { webhook: { status: 'off', statusReason: 'unreadable' } };
    expect(await shown()).toMatchObject([unreadable, { webhook: { status: 'on' } }]);
    await cause(1);
    const { deliver, posts } = script();
    await deliver();
    expect(posts.map(({ address }) => address)).toEqual(['https://hook.example.org/b']);
    expect(await shown()).toMatchObject([unreadable, { webhook: { status: 'on' } }]);
    const url = 'https://hook.example.org/again';
    const again = accepted(await changeWebhook(ports, OPERATOR, webhook.id, { url }));
    expect(again.secret).toMatch(/^whsec_/);
    await deliver();
    expect(posts[1]).toMatchObject({ address: url, secrets: [again.secret] });
  });

  it('of a test go to the tested webhook alone; one that was sent can be sent again', async () => {
    const { webhook } = await create('a', ['key.created']);
    await create('b');
    const { deliver, posts } = script(failed(500));
    accepted(await testWebhook(ports, OPERATOR, webhook.id));
    await deliver();
    const [{ eventId, reason } = { eventId: '', reason: '' }] = await logOf(webhook.id);
    expect([posts.length, reason]).toEqual([1, 'The receiver refused.']);
    expect(JSON.parse(posts[0]?.body ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: new Date(T0).toISOString(),
      data: { botId: BOT_ID, botName: 'TestBot' },
    });
    for (let times = 2; times <= 3; times++) {
      accepted(await sendAgain(ports, OPERATOR, webhook.id, eventId));
      await deliver();
      expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered', tries: 1, reason: '' }]);
      expect(idsOf(posts)).toEqual(Array.from({ length: times }, () => eventId));
    }
  });

  it('are kept while they are younger than 30 days or among the last 100', async () => {
    await create();
    await create('b', ['key.created']);
    const log = async () => Number((await db.rows('SELECT count(*) AS n FROM deliveries'))[0]?.n);
    for (const [day, count, kept] of [
      [0, 90, 90],
      [1, 30, 120],
      [29, 0, 120],
      [31, 0, 100],
      [40, 1, 100],
    ] as const) {
      await db.setClock(T0 + day * DAY_MS + 1);
      await cause(count);
      await routeEvents(ports);
      await pruneDeliveries(ports);
      expect([day, await log()]).toEqual([day, kept]);
    }
  });
});
