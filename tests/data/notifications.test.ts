import { expect, it } from 'vitest';
import { DEFAULT_ALERTS } from '@/lib/domain/alerts/alert-settings';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { type NotificationCursor, notificationCursorOf, UNREAD_MAX } from '@/lib/domain/alerts/notification';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { changeBot } from '@/lib/services/bots/change';
import { listOwnEvents, markRead, markTheseRead } from '@/lib/services/events/list-own';
import { createKey, rotateKey } from '@/lib/services/keys/change';
import { readPerson } from '@/lib/services/users/person';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports, store } from '@/tests/support/data/each-database';
import { insertSession, register, signedIn } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

const ANN = signedIn('ann', 'owner');
const BEN = signedIn('ben', 'owner');
const NOW = T0 + DAY_MS;

async function annAndBen(): Promise<void> {
  await db.setClock(NOW);
  await register(directory, { ownerId: 'ann', name: 'Tide' });
  await register(directory, { id: OTHER_BOT_ID, ownerId: 'ben' });
  for (const who of [ANN, BEN]) await insertSession(directory, who);
}

/** `count` events of a bot, a millisecond after each other up to `lastAtMs`. */
const events = (count: number, type: NewEvent['type'] = 'bot.enabled', lastAtMs = NOW, botId = BOT_ID) =>
  Array.from({ length: count }, (_, at) => {
    const atMs = lastAtMs - count + 1 + at;
    return { type, period: String(atMs), atMs, dueAtMs: atMs, data: { botId, botName: 'Tide' } } as NewEvent;
  });
const write = (all: readonly NewEvent[]) => directory.write([], (tables) => tables.events.insert(all));
const unread = async (who = ANN) => accepted(await readPerson(ports, who)).unread;
const list = async (who = ANN, before: NotificationCursor | null = null, botId: string | null = null) =>
  accepted(await listOwnEvents(ports, who, { botId, before }));

onEachDatabase('notifications', () => {
  it('are the events of own bots that are due, newest first, each once over all pages', async () => {
    await annAndBen();
    await write([...events(2 * PAGE_SIZE + 1), ...events(3, 'bot.enabled', NOW, OTHER_BOT_ID)]);
    await write(events(1, 'bot.silent', NOW - 5));
    await db.run("UPDATE events SET routed_at_ms = 0 WHERE type = 'bot.silent'");
    await write([...events(1, 'webhook.test'), ...events(1, 'bot.disabled', NOW + 1_000)]);
    const first = await list();
    expect(first.notifications).toHaveLength(PAGE_SIZE);
    expect(first.bot).toBeNull();
    const second = await list(ANN, first.olderThan);
    const third = await list(ANN, second.olderThan);
    expect(third.olderThan).toBeNull();
    const times = [first, second, third].flatMap((page) => page.notifications.map(({ event }) => event.atMs));
    expect(times).toEqual(Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, at) => NOW - at));
    expect((await list(BEN)).notifications).toHaveLength(3);
    await db.setClock(NOW + 1_000);
    expect((await list()).notifications[0]?.event.type).toBe('bot.disabled');
  });

  it('can be limited to an own bot; another owner’s bot and an unknown one are refused alike', async () => {
    await annAndBen();
    await register(directory, { id: `${BOT_ID.slice(0, -1)}0`, ownerId: 'ann', name: 'Second' });
    await write([...events(2), ...events(1, 'bot.enabled', NOW, `${BOT_ID.slice(0, -1)}0`)]);
    expect((await list(ANN, null, BOT_ID)).notifications).toHaveLength(2);
    const refused = await listOwnEvents(ports, ANN, { botId: OTHER_BOT_ID, before: null });
    expect(verdictOf(refused)).toBe('not_found');
    expect(await listOwnEvents(ports, ANN, { botId: '1', before: null })).toEqual(refused);
  });

  it('of a call are written for the owner of its bot', async () => {
    await annAndBen();
    const [event] = events(1);
    if (event === undefined) return;
    await store.call({ botId: BOT_ID }, (account) => ({
      account,
      outcome: { kind: 'read' as const },
      effects: [{ kind: 'event' as const, event }],
    }));
    expect(await unread()).toBe(1);
  });

  it('are unread until the person has read up to them, each person for themselves', async () => {
    await annAndBen();
    await write([...events(3), ...events(1, 'bot.enabled', NOW, OTHER_BOT_ID)]);
    const { notifications, unreadUpTo } = await list();
    expect(notifications.map(({ isUnread }) => isUnread)).toEqual([true, true, true]);
    expect(unreadUpTo).toEqual(notifications[0] && notificationCursorOf(notifications[0].event));
    accepted(await markRead(ports, ANN, unreadUpTo ?? { atMs: 0, eventId: '' }));
    // A mark never moves back.
    accepted(await markRead(ports, ANN, { atMs: 0, eventId: '' }));
    expect([await unread(), await unread(BEN)]).toEqual([0, 1]);
    expect(await list()).toMatchObject({ unreadUpTo: null });
    await db.setClock(NOW + 1_000);
    await write(events(1, 'bot.disabled', NOW + 1_000));
    expect(await unread()).toBe(1);
    expect((await list()).notifications.map(({ isUnread }) => isUnread)).toEqual([true, false, false, false]);
    const alone = { botId: null, isUnread: true, before: null };
    const typesOf = async () =>
      accepted(await listOwnEvents(ports, ANN, alone)).notifications.map(({ event }) => event.type);
    expect(await typesOf()).toEqual(['bot.disabled']);
    const isMuted = { isMailed: true, isInApp: false, isRepeated: false };
    await directory.write([], ({ alertSettings }) =>
      alertSettings.put('ann', BOT_ID, { ...DEFAULT_ALERTS, 'bot.disabled': isMuted }),
    );
    expect(await typesOf()).toEqual([]);
  });

  it('are counted up to a bound, without those that are not chosen for the app', async () => {
    await annAndBen();
    await write([...events(UNREAD_MAX), ...events(250, 'bot.disabled')]);
    expect(await unread()).toBe(UNREAD_MAX + 1);
    const mailed = {
      ...DEFAULT_ALERTS,
      'bot.disabled': { isMailed: true, isInApp: false, isRepeated: false },
    };
    await directory.write([], (tables) => tables.alertSettings.put('ann', BOT_ID, mailed));
    expect(await unread()).toBe(UNREAD_MAX);
    expect((await list()).notifications.filter(({ isUnread }) => isUnread)).not.toHaveLength(PAGE_SIZE);
  });

  it('are read one by one, each by its owner alone, and the count stays exact', async () => {
    await annAndBen();
    await write([...events(3_000), ...events(1, 'bot.enabled', NOW, OTHER_BOT_ID)]);
    const [newest, second, third] = (await list()).notifications;
    accepted(await markTheseRead(ports, ANN, [second?.event.id ?? '', 'unknown']));
    accepted(await markTheseRead(ports, ANN, [second?.event.id ?? '']));
    for (const eventId of [newest?.event.id ?? '', 'unknown'])
      expect(verdictOf(await markTheseRead(ports, BEN, [eventId]))).toBe('not_found');
    expect((await list()).notifications.slice(0, 3).map(({ isUnread }) => isUnread)).toEqual([
      true,
      false,
      true,
    ]);
    // More were read one by one than are looked at for the number at the bell.
    await db.run(`UPDATE events SET is_read = 1 WHERE bot_id = '${BOT_ID}' AND due_at_ms > ${NOW - 2_995}`);
    expect([await unread(), await unread(BEN)]).toEqual([5, 1]);
    accepted(
      await markRead(ports, ANN, third ? notificationCursorOf(third.event) : { atMs: 0, eventId: '' }),
    );
    expect(await unread()).toBe(0);
  });

  it('of what the owner did themselves are read, and those of others’ changes are not', async () => {
    await annAndBen();
    const input = { botId: BOT_ID, name: 'key', expiresAtMs: null };
    const { apiKey } = accepted(await createKey(ports, ANN, input));
    accepted(await rotateKey(ports, ANN, apiKey.id, '0'));
    expect((await list()).notifications).toHaveLength(2);
    expect(await unread()).toBe(0);
    accepted(await createKey(ports, OPERATOR, { ...input, name: 'of an admin' }));
    accepted(await changeBot(ports, OPERATOR, BOT_ID, { isDisabled: true }));
    expect(await unread()).toBe(2);
  });

  it('of some types are newest first, each once over all pages', async () => {
    await annAndBen();
    const [few, many] = [events(2, 'key.created', NOW - 3), events(PAGE_SIZE + 1, 'key.revoked', NOW - 2)];
    await write([...events(2 * PAGE_SIZE), ...few, ...many]);
    const ofKeys = async (before: NotificationCursor | null) =>
      accepted(
        await listOwnEvents(ports, ANN, { botId: null, types: ['key.created', 'key.revoked'], before }),
      );
    const first = await ofKeys(null);
    const second = await ofKeys(first.olderThan);
    expect([first.notifications.length, second.olderThan]).toEqual([PAGE_SIZE, null]);
    const found = [...first.notifications, ...second.notifications].map(({ event }) => event);
    expect(new Set(found.map(({ id }) => id)).size).toBe(PAGE_SIZE + 3);
    expect(found.map(({ atMs }) => atMs)).toEqual(found.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
  });

  it('begin anew for a new owner, and are no longer the former owner’s', async () => {
    await annAndBen();
    await write(events(2));
    await directory.write([], (tables, nowMs) => tables.bots.update(BOT_ID, { ownerId: 'ben' }, nowMs));
    await write(events(1, 'bot.owner_changed'));
    expect((await list()).notifications).toEqual([]);
    expect((await list(BEN)).notifications.map(({ event }) => event.type)).toEqual(['bot.owner_changed']);
    expect([await unread(), await unread(BEN)]).toEqual([0, 1]);
  });
});
