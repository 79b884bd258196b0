import { beforeEach, expect, it } from 'vitest';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { type Caller, OPERATOR } from '@/lib/domain/people/caller';
import { changeAlertSettings, readAlertSettings } from '@/lib/services/alerts/settings';
import { changeBot } from '@/lib/services/bots/change';
import { listOwnEvents, markRead, markTheseRead } from '@/lib/services/events/list-own';
import { routeEvents } from '@/lib/services/events/route';
import { answerBotInvitation, changePerson, invitePerson, removePerson } from '@/lib/services/people/change';
import { readPerson } from '@/lib/services/users/person';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { insertSession, register, signedIn } from '@/tests/support/data/fixtures';
import { mailbox } from '@/tests/support/data/ports';
import { accepted } from '@/tests/support/result';

const [OWNER, ANN, VIC] = ['owner', 'ann', 'vic'].map((id) => signedIn(id, 'owner')) as [
  Caller,
  Caller,
  Caller,
];
const MINUTE = 60_000;

async function join(id: string, role: string): Promise<void> {
  accepted(await invitePerson(ports, OPERATOR, { botId: BOT_ID, email: `${id}@example.org`, role }));
  accepted(await answerBotInvitation(ports, signedIn(id, 'owner'), BOT_ID, true));
}

const dropped = (atMs: number): NewEvent => ({
  ...{ type: 'stats.dropped', period: String(atMs), atMs, dueAtMs: atMs },
  data: { botId: BOT_ID, botName: 'TestBot', before: 10, after: 1 },
});
const disabled = (atMs: number): NewEvent => ({
  ...{ type: 'webhook.disabled', period: 'hook', atMs, dueAtMs: atMs },
  data: { botId: BOT_ID, botName: 'TestBot', webhookId: 'hook', host: 'hook.example.org', reason: 'gone' },
});
const exhausted = (atMs: number): NewEvent => ({
  ...{ type: 'quota.exhausted', period: String(atMs), atMs, dueAtMs: atMs },
  data: {
    ...{ botId: BOT_ID, botName: 'TestBot', limit: 10, plan: 'free', used: 10, percentage: 100 },
    resetAt: new Date(T0).toISOString(),
  },
});
const happen = (...events: NewEvent[]) => directory.write([], (tables) => tables.events.insert(events));

const eventsOf = async (who: Caller, botId: string | null = null) =>
  accepted(await listOwnEvents(ports, who, { botId, before: null })).notifications;
const listed = async (who: Caller, botId: string | null = null) =>
  (await eventsOf(who, botId)).map(({ event, isUnread }) => `${event.type}${isUnread ? '*' : ''}`);
const bell = async (who: Caller) => accepted(await readPerson(ports, who)).unread;

onEachDatabase('what reaches the people of a bot', () => {
  const { mailer, letters: _ } = mailbox();
  const mailed = async () => {
    await routeEvents({ ...each.ports, mailer });
    return (
      await db.rows('SELECT recipient FROM mails WHERE kind = ' + "'event'" + ' ORDER BY recipient')
    ).map(({ recipient }) => String(recipient).split('@')[0]);
  };

  beforeEach(async () => {
    await db.setClock(T0);
    for (const id of ['owner', 'ann', 'vic']) {
      const person = { id, email: `${id}@example.org`, name: id, role: 'owner', isDisabled: false } as const;
      await directory.write([], ({ users }) => users.insert({ ...person, createdAtMs: T0 }, null));
      await insertSession(directory, signedIn(id, 'owner'));
    }
    await register(directory, { ownerId: 'owner' });
    await happen(dropped(T0));
    await db.setClock(T0 + MINUTE);
    await join('ann', 'manager');
    await join('vic', 'viewer');
  });

  it('is what happened since they joined: counted for a manager, only listed for a viewer', async () => {
    await db.setClock(T0 + 2 * MINUTE);
    await happen(exhausted(T0 + 2 * MINUTE));
    expect(await listed(OWNER)).toEqual(['quota.exhausted*', 'stats.dropped*']);
    expect([await listed(ANN), await listed(ANN, BOT_ID)]).toEqual([
      ['quota.exhausted*'],
      ['quota.exhausted*'],
    ]);
    expect(await listed(VIC)).toEqual(['quota.exhausted']);
    expect([await bell(OWNER), await bell(ANN), await bell(VIC)]).toEqual([2, 1, 0]);
    expect(await mailed()).toEqual(['ann', 'owner']);
  });

  it('is chosen by each for themselves', async () => {
    const off = { isMailed: false, isInApp: false, isRepeated: false };
    const own = { 'quota.exhausted': { ...off, isMailed: true, isInApp: true } };
    accepted(await changeAlertSettings(ports, VIC, BOT_ID, { own }));
    accepted(await changeAlertSettings(ports, ANN, BOT_ID, { own: { 'quota.exhausted': off } }));
    await db.setClock(T0 + 2 * MINUTE);
    await happen(exhausted(T0 + 2 * MINUTE));
    expect([await bell(OWNER), await bell(ANN), await bell(VIC)]).toEqual([2, 0, 1]);
    expect(await mailed()).toEqual(['owner', 'vic']);
    const mailing = { ...each.ports, mailer };
    for (const [who, email] of [
      [VIC, 'vic@example.org'],
      [ANN, 'ann@example.org'],
    ] as const)
      expect(accepted(await readAlertSettings(mailing, who, BOT_ID))).toMatchObject({
        isOwn: true,
        mailAddress: email,
      });
  });

  it('has no address of a webhook for a viewer', async () => {
    const all = accepted(await readAlertSettings(ports, OWNER, BOT_ID)).settings;
    accepted(await changeAlertSettings(ports, VIC, BOT_ID, { own: all }));
    await db.setClock(T0 + 2 * MINUTE);
    await happen(disabled(T0 + 2 * MINUTE));
    expect([await listed(ANN), await listed(VIC)]).toEqual([['webhook.disabled*'], []]);
    expect(await mailed()).toEqual(['ann', 'owner']);
  });

  it('is read by each for themselves, up to a mark and one by one, and no event writes a row for a person', async () => {
    await db.setClock(T0 + 5 * MINUTE);
    await happen(exhausted(T0 + 2 * MINUTE), dropped(T0 + 3 * MINUTE), dropped(T0 + 4 * MINUTE));
    expect(await db.rows('SELECT * FROM read_events')).toEqual([]);
    const [, middle] = await eventsOf(ANN);
    const id = middle?.event.id ?? '';
    accepted(await markTheseRead(ports, ANN, [id]));
    accepted(await markTheseRead(ports, ANN, [id]));
    expect(await listed(ANN)).toEqual(['stats.dropped*', 'stats.dropped', 'quota.exhausted*']);
    expect([await bell(ANN), await bell(OWNER)]).toEqual([2, 4]);
    accepted(await markTheseRead(ports, OWNER, [id]));
    expect([await bell(ANN), await bell(OWNER)]).toEqual([2, 3]);
    const [newest] = await eventsOf(ANN);
    accepted(await markRead(ports, ANN, { atMs: T0 + 4 * MINUTE, eventId: newest?.event.id ?? '' }));
    expect([await bell(ANN), await bell(OWNER)]).toEqual([0, 3]);
    expect(await db.rows('SELECT * FROM read_events')).toEqual([]);
    const stranger = await markTheseRead(ports, ANN, ['unknown']);
    expect(stranger).toMatchObject({ refusal: { code: 'not_found' } });
  });

  it('ends with their role, begins again with its defaults, and stays theirs with another owner', async () => {
    accepted(await changePerson(ports, OWNER, { botId: BOT_ID, userId: 'ann' }, 'viewer'));
    accepted(await changePerson(ports, OWNER, { botId: BOT_ID, userId: 'vic' }, 'manager'));
    await db.setClock(T0 + 2 * MINUTE);
    await happen(exhausted(T0 + 2 * MINUTE));
    expect([await bell(ANN), await bell(VIC), await mailed()]).toEqual([0, 1, ['owner', 'vic']]);
    accepted(await removePerson(ports, OWNER, { botId: BOT_ID, userId: 'vic' }));
    expect([await listed(VIC), await bell(VIC)]).toEqual([[], 0]);
    accepted(
      await changeBot(ports, OPERATOR, BOT_ID, {
        ...{ owner: { userId: 'vic' }, revokesKeys: false, keepsPeople: true },
      }),
    );
    await db.setClock(T0 + 3 * MINUTE);
    await happen(exhausted(T0 + 3 * MINUTE));
    expect([await bell(OWNER), await bell(ANN)]).toEqual([0, 0]);
    expect(await listed(VIC)).toContain('quota.exhausted*');
    expect(await mailed()).toEqual(['owner', 'vic', 'vic']);
  });
});
