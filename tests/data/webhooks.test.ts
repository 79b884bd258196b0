import { beforeEach, expect, it } from 'vitest';
import type { EventType } from '@/lib/domain/alerts/event';
import { OPERATOR } from '@/lib/domain/people/caller';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { changeAlertSettings } from '@/lib/services/alerts/settings';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { finishRemovals } from '@/lib/services/removals/finish';
import { changeWebhook, removeWebhook, rotateSecret } from '@/lib/services/webhooks/change';
import { createWebhook } from '@/lib/services/webhooks/create';
import { listDeliveries, listWebhooks } from '@/lib/services/webhooks/find';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople, addWebhook, signedIn } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

const DISCORD = `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(64)}`;
const HOOK = 'https://hook.example.org:8443/secret-path?token=secret';

onEachDatabase('webhooks', () => {
  const create = (url: string) =>
    createWebhook(ports, OPERATOR, { botId: BOT_ID, url, eventTypes: ['bot.silent'] });
  const statuses = async () =>
    accepted(await listWebhooks(ports, OPERATOR, BOT_ID)).webhooks.map(({ webhook }) => webhook.status);
  const setPlan = async (plan: PlanName) => accepted(await changeBot(ports, OPERATOR, BOT_ID, { plan }));

  beforeEach(() => addBotsAndPeople(directory));

  it.each([
    ['free', 1],
    ['premium', 5],
    ['business', 20],
  ] as const)('of a bot on %s are at most %i; on Free only Discord’s', async (plan, max) => {
    await setPlan(plan);
    expect(verdictOf(await create(HOOK))).toBe(plan === 'free' ? 'conflict' : 'ok');
    const left = plan === 'free' ? max : max - 1;
    for (let i = 0; i < left; i++) expect(verdictOf(await create(DISCORD))).toBe('ok');
    expect(verdictOf(await create(DISCORD))).toBe('conflict');
    expect(await statuses()).toHaveLength(PLANS[plan].webhooksMax);
  });

  it.each([
    ['', ['bot.silent']],
    ['ftp://hook.example.org/', ['bot.silent']],
    ['https://10.0.0.1/', ['bot.silent']],
    [HOOK, []],
    [HOOK, ['webhook.test']],
  ] as const)('with the address %s for %j are refused', async (url, eventTypes) => {
    await setPlan('premium');
    expect(verdictOf(await createWebhook(ports, OPERATOR, { botId: BOT_ID, url, eventTypes }))).toBe(
      'invalid',
    );
  });

  it('keep address and secrets encrypted, and name the host alone in the audit log', async () => {
    await setPlan('premium');
    const { webhook, secret } = accepted(await create(HOOK));
    const { secret: next } = accepted(await rotateSecret(ports, OPERATOR, webhook.id));
    accepted(await changeWebhook(ports, OPERATOR, webhook.id, { eventTypes: ['key.created'] }));
    const everything = JSON.stringify([
      ...(await db.rows('SELECT * FROM webhook_endpoints')),
      ...(await db.rows('SELECT * FROM audit_log')),
      ...(await db.rows('SELECT * FROM events')),
      accepted(await listWebhooks(ports, OPERATOR, BOT_ID)),
      accepted(await removeWebhook(ports, OPERATOR, webhook.id)),
    ]);
    for (const hidden of ['secret-path', 'token=', String(secret), String(next)]) {
      expect(everything).not.toContain(hidden);
    }
    const entries = await db.rows(
      `SELECT action, before_json, after_json FROM audit_log WHERE action LIKE 'webhook%' ORDER BY id`,
    );
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'rotate-secret', 'change', 'delete'].map((verb) => `webhook.${verb}`),
    );
    for (const { before_json, after_json } of entries) {
      expect(`${before_json}${after_json}`).toContain('"host":"hook.example.org:8443"');
    }
    expect(await statuses()).toEqual([]);
  });

  it('get what is chosen for all of them together, or all stay as they are', async () => {
    for (const id of ['one', 'two']) await addWebhook(ports, { id, eventTypes: ['bot.silent'] });
    await addWebhook(ports, { id: 'others', botId: OTHER_BOT_ID, eventTypes: ['bot.silent'] });
    const choose = async (...chosen: [string, EventType[]][]) =>
      verdictOf(
        await changeAlertSettings(ports, signedIn('admin', 'admin'), BOT_ID, { webhooks: new Map(chosen) }),
      );
    const types = () => db.rows('SELECT id, event_types FROM webhook_endpoints ORDER BY id');
    const before = await types();
    expect(await choose(['one', ['key.created']], ['two', []])).toBe('invalid');
    expect(await choose(['one', ['key.created']], ['two', ['webhook.test']])).toBe('invalid');
    expect(await choose(['others', ['key.created']], ['gone', ['key.created']])).toBe('ok');
    expect(await types()).toEqual(before);
    expect(await choose(['one', ['key.created', 'bot.silent']], ['two', ['bot.silent']])).toBe('ok');
    expect(await types()).toEqual(
      before.map((row) => (row.id === 'one' ? { ...row, event_types: 'bot.silent,key.created' } : row)),
    );
    expect(await db.rows("SELECT 1 FROM audit_log WHERE action = 'webhook.change'")).toHaveLength(1);
  });

  it('beyond a smaller plan are paused, the newest first, and resume with a larger one', async () => {
    await setPlan('business');
    for (let i = 0; i < 7; i++) {
      await addWebhook(ports, { createdAtMs: T0 + i, kind: i === 3 ? 'discord' : 'signed' });
    }
    await setPlan('premium');
    const on = ['on', 'on', 'on', 'on', 'on'];
    expect(await statuses()).toEqual([...on, 'paused', 'paused']);
    const [, , , , , sixth] = accepted(await listWebhooks(ports, OPERATOR, BOT_ID)).webhooks;
    const enabled = await changeWebhook(ports, OPERATOR, sixth?.webhook.id ?? '', { isOn: true });
    expect(verdictOf(enabled)).toBe('conflict');
    await setPlan('free');
    expect(await statuses()).toEqual(['paused', 'paused', 'paused', 'on', 'paused', 'paused', 'paused']);
    await setPlan('business');
    expect(await statuses()).toEqual([...on, 'on', 'on']);
  });

  it('are all paused by a change of owner, also against a later upgrade, until they are enabled', async () => {
    await setPlan('premium');
    await addWebhook(ports, { id: 'hook' });
    accepted(
      await changeBot(ports, OPERATOR, BOT_ID, { owner: { userId: 'neighbour' }, revokesKeys: false }),
    );
    await setPlan('business');
    expect(await statuses()).toEqual(['paused']);
    accepted(await changeWebhook(ports, signedIn('neighbour', 'owner'), 'hook', { isOn: true }));
    expect(await statuses()).toEqual(['on']);
  });

  it('show responses of private addresses to admins alone', async () => {
    await addWebhook(ports, { id: 'hook' });
    const known = { webhookId: 'hook', eventId: 'e', botId: BOT_ID, eventType: 'bot.silent' } as const;
    const tried = { status: 500, tookMs: 3, response: 'internal', reason: 'Status 500.', isPrivate: true };
    await directory.write([], async ({ deliveries }) => {
      await deliveries.insert([{ ...known, createdAtMs: T0, nextAtMs: T0 }]);
      const state = { state: 'waiting', tries: 1, lastTryAtMs: T0 } as const;
      await deliveries.save([{ ...known, ...state, ...tried, createdAtMs: T0, nextAtMs: T0 }]);
    });
    const shownTo = async (who: Parameters<typeof listDeliveries>[1]) =>
      accepted(await listDeliveries(ports, who, 'hook', 1)).deliveries[0];
    expect(await shownTo(signedIn('admin', 'admin'))).toMatchObject({ ...tried, isHidden: false });
    const owner = signedIn(`owner-of-${BOT_ID}`, 'owner');
    expect(await shownTo(owner)).toMatchObject({ status: null, tookMs: null, response: '', isHidden: true });
    expect((await shownTo(owner))?.reason).not.toContain('500');
  });

  it('are deleted with their bot, and their deliveries too', async () => {
    await addWebhook(ports, { id: 'hook' });
    const known = { webhookId: 'hook', eventId: 'e', botId: BOT_ID, eventType: 'bot.silent' } as const;
    const delivery = { ...known, createdAtMs: T0, nextAtMs: T0 };
    await directory.write([], ({ deliveries }) => deliveries.insert([delivery]));
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    await finishRemovals(ports);
    for (const table of ['webhook_endpoints', 'deliveries']) {
      expect(await db.rows(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });
});
