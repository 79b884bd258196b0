import { beforeEach, expect, it } from 'vitest';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { BOT_INVITATION_MS, BOT_INVITATIONS_PER_DAY, BOT_PEOPLE_MAX } from '@/lib/domain/people/bot-people';
import { type Caller, OPERATOR, type Role } from '@/lib/domain/people/caller';
import { readActivity } from '@/lib/services/activity/read';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { listOwnBots, suggestBots } from '@/lib/services/bots/list';
import { readBot, readBotHead } from '@/lib/services/bots/read';
import { changeSettings, readSettings } from '@/lib/services/bots/settings';
import { createKey } from '@/lib/services/keys/change';
import { viewKeys } from '@/lib/services/keys/find';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { addMark, listMarks } from '@/lib/services/marks/marks';
import {
  answerBotInvitation,
  changePerson,
  invitePerson,
  leaveBot,
  removePerson,
  withdrawBotInvitation,
} from '@/lib/services/people/change';
import { listOwnInvitations, readPeople } from '@/lib/services/people/read';
import { finishRemovals } from '@/lib/services/removals/finish';
import type { Result } from '@/lib/services/result';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { viewVotes } from '@/lib/services/votes/view';
import { createWebhook } from '@/lib/services/webhooks/create';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { ALL_BOTS, insertSession, register, signedIn } from '@/tests/support/data/fixtures';
import { mailbox } from '@/tests/support/data/ports';
import { accepted, verdictOf } from '@/tests/support/result';

const emailOf = (id: string) => `${id}@example.org`;
const OWNER = signedIn('owner', 'owner');
const ADMIN = signedIn('admin', 'admin');
const ANN = signedIn('ann', 'owner');

async function addPerson(id: string, role: Role = 'owner'): Promise<void> {
  const person = { id, email: emailOf(id), name: `Name of ${id}`, role, isDisabled: false, createdAtMs: T0 };
  await directory.write([], ({ users }) => users.insert(person, null));
  await insertSession(directory, signedIn(id, role));
}

const invite = (id: string, role = 'manager', who: Caller = OWNER, botId = BOT_ID) =>
  invitePerson(ports, who, { botId, email: emailOf(id), role });
async function join(id: string, role = 'manager', botId = BOT_ID): Promise<void> {
  accepted(await invite(id, role, OPERATOR, botId));
  accepted(await answerBotInvitation(ports, signedIn(id, 'owner'), botId, true));
}
const rename = (who: Caller, name: string, on = ports) => changeSettings(on, who, BOT_ID, { name });
const seenBy = async (who: Caller) => verdictOf(await readBotHead(ports, who, BOT_ID));
const peopleOf = async () => {
  const { people, invitations } = accepted(await readPeople(ports, OPERATOR, BOT_ID));
  return [
    ...people.map(({ userId, role }) => `${userId} ${role}`),
    ...invitations.map(({ email, role }) => `${email}? ${role}`),
  ];
};
/** Ends all connections to a PostgreSQL database but the one that says so. */
const END_OTHERS =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
const actionsOf = () =>
  db.rows(`SELECT actor, action FROM audit_log WHERE subject = '${BOT_ID}' ORDER BY id`);

onEachDatabase('people of a bot', () => {
  beforeEach(async () => {
    await db.setClock(T0);
    await addPerson('owner');
    await addPerson('admin', 'admin');
    await addPerson('ann');
    await register(directory, { ownerId: 'owner' });
  });

  it('are asked, see nothing before they accept, and from then on have their role', async () => {
    accepted(await invite('ann'));
    expect([await seenBy(ANN), await peopleOf()]).toEqual(['not_found', ['ann@example.org? manager']]);
    expect(accepted(await listOwnInvitations(ports, ANN))).toEqual([
      { botId: BOT_ID, botName: 'TestBot', role: 'manager', issuerName: 'Name of owner' },
    ]);
    accepted(await answerBotInvitation(ports, ANN, BOT_ID, true));
    expect(await peopleOf()).toEqual(['ann manager']);
    expect(accepted(await readBotHead(ports, ANN, BOT_ID))).toMatchObject({
      role: 'manager',
      mayManage: true,
    });
    accepted(await rename(ANN, 'By Ann'));
    const { read } = accepted(await listOwnBots(ports, ANN, ALL_BOTS));
    expect((await read()).bots).toMatchObject([{ name: 'By Ann', role: 'manager' }]);
    expect(accepted(await suggestBots(ports, ANN, 'ann')).bots).toMatchObject([{ role: 'manager' }]);
    expect(verdictOf(await answerBotInvitation(ports, ANN, BOT_ID, true))).toBe('not_found');
  });

  it('who decline or whose invitation was withdrawn or expired get no role', async () => {
    accepted(await invite('ann'));
    accepted(await answerBotInvitation(ports, ANN, BOT_ID, false));
    accepted(await invite('ann'));
    accepted(await withdrawBotInvitation(ports, OWNER, BOT_ID, emailOf('ann')));
    expect(verdictOf(await answerBotInvitation(ports, ANN, BOT_ID, true))).toBe('not_found');
    accepted(await invite('ann'));
    await db.setClock(T0 + BOT_INVITATION_MS);
    expect(verdictOf(await answerBotInvitation(ports, ANN, BOT_ID, true))).toBe('not_found');
    expect([await seenBy(ANN), await peopleOf()]).toEqual(['not_found', []]);
    accepted(await invite('ann'));
    await db.setClock(T0 + 2 * BOT_INVITATION_MS - 1);
    accepted(await answerBotInvitation(ports, ANN, BOT_ID, true));
  });

  it('are asked in the same way whether somebody has the address or nobody', async () => {
    const [known, unknown] = [await invite('ann'), await invite('nobody')];
    expect(JSON.stringify(unknown).replaceAll('nobody', 'ann')).toBe(JSON.stringify(known));
    expect(await peopleOf()).toEqual(['ann@example.org? manager', 'nobody@example.org? manager']);
    // Whoever gets an account with this address meanwhile is asked.
    await addPerson('nobody');
    accepted(await answerBotInvitation(ports, signedIn('nobody', 'owner'), BOT_ID, true));
  });

  it('get a mail, but not once the invitation has ended, and nobody else does', async () => {
    const { mailer, letters } = mailbox();
    const mailing = { ...each.ports, mailer };
    for (const id of ['ann', 'admin', 'nobody'])
      accepted(await invitePerson(mailing, OWNER, { botId: BOT_ID, email: emailOf(id), role: 'viewer' }));
    accepted(await withdrawBotInvitation(ports, OWNER, BOT_ID, emailOf('admin')));
    await sendDueMails(mailing, new AbortController().signal);
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@example.org', 'You are asked to join TestBot'],
    ]);
    expect(JSON.stringify(letters)).toContain('Name of owner asks you to become a viewer of TestBot.');
    expect(JSON.stringify(letters)).not.toContain(emailOf('owner'));
  });

  it('are not asked by someone who may no longer do so', async () => {
    await addPerson('second', 'admin');
    accepted(await invite('ann', 'manager', ADMIN));
    accepted(await changeUser(ports, OPERATOR, { userId: 'admin' }, { role: 'owner' }));
    expect(verdictOf(await answerBotInvitation(ports, ANN, BOT_ID, true))).toBe('not_found');
    expect(accepted(await listOwnInvitations(ports, ANN))).toEqual([]);
  });

  it('are at most 20 with those who were asked, and a person asks at most 20 a day', async () => {
    for (let n = 0; n < BOT_PEOPLE_MAX; n++) accepted(await invite(`p${n}`));
    expect(verdictOf(await invite('more', 'manager', OPERATOR))).toBe('conflict');
    accepted(await withdrawBotInvitation(ports, OWNER, BOT_ID, emailOf('p0')));
    expect(BOT_INVITATIONS_PER_DAY).toBe(20);
    expect(await invite('p0')).toMatchObject({ refusal: { message: expect.stringContaining('Too many') } });
    accepted(await invite('p0', 'manager', OPERATOR));
    await db.setClock(T0 + 86_400_000);
    accepted(await withdrawBotInvitation(ports, OWNER, BOT_ID, emailOf('p0')));
    accepted(await invite('p0'));
  });

  it('refuse a wrong address or role, the owner, and who is there already', async () => {
    await join('ann');
    const all = [
      await invitePerson(ports, OWNER, { botId: BOT_ID, email: 'no address', role: 'viewer' }),
      await invite('bob', 'owner'),
      await invite('owner'),
      await invite('ann'),
      await changePerson(ports, OWNER, { botId: BOT_ID, userId: 'ann' }, 'owner'),
      await changePerson(ports, OWNER, { botId: BOT_ID, userId: 'bob' }, 'viewer'),
      await leaveBot(ports, OWNER, BOT_ID),
    ];
    expect(all.map(verdictOf)).toEqual([
      ...['invalid', 'invalid', 'conflict', 'conflict', 'invalid', 'not_found', 'conflict'],
    ]);
  });

  it('lose a right with their next request, on every instance', async () => {
    await join('ann');
    const elsewhere = { ...ports, ...(await connectAgain()) };
    accepted(await rename(ANN, 'One', elsewhere));
    accepted(await changePerson(ports, OWNER, { botId: BOT_ID, userId: 'ann' }, 'viewer'));
    expect(verdictOf(await rename(ANN, 'Two', elsewhere))).toBe('forbidden');
    expect(verdictOf(await readBotHead(elsewhere, ANN, BOT_ID))).toBe('ok');
    accepted(await removePerson(ports, OWNER, { botId: BOT_ID, userId: 'ann' }));
    expect(verdictOf(await readBotHead(elsewhere, ANN, BOT_ID))).toBe('not_found');
    const { read } = accepted(await listOwnBots(elsewhere, ANN, ALL_BOTS));
    expect((await read()).bots).toEqual([]);
  });

  it('leave with their settings for the bot', async () => {
    await join('ann');
    await directory.write([], async ({ alertSettings, users }) => {
      await alertSettings.put('ann', BOT_ID, await alertSettings.find('ann', BOT_ID));
      await users.setPinnedBots('ann', [BOT_ID]);
    });
    accepted(await leaveBot(ports, ANN, BOT_ID));
    expect(await db.rows('SELECT * FROM alert_settings')).toEqual([]);
    expect(await directory.read(({ users }) => users.pinnedBots('ann'))).toEqual([]);
    expect((await actionsOf()).map(({ action }) => action)).toEqual([
      'people.invite',
      'people.join',
      'people.leave',
    ]);
  });

  it('who only see the bot get no addresses of webhooks and people, and no voters', async () => {
    accepted(await changeBot(ports, OPERATOR, BOT_ID, { plan: 'business' }));
    const hidden = ['hook.example.org', '@example.org', 'voter-id-7', '/api/v1/votes'];
    accepted(
      await createWebhook(ports, OPERATOR, {
        botId: BOT_ID,
        url: 'https://hook.example.org/secret',
        eventTypes: ['bot.silent'],
      }),
    );
    const source = {
      id: 'source',
      botId: BOT_ID,
      kind: 'topgg',
      name: 'top.gg',
      sealedSecret: 'sealed',
    } as const;
    await directory.write([], async ({ votes }) =>
      votes.insertSource({
        ...{ ...source, sealedFormerSecret: null, formerUntilMs: null, mustRotate: false },
        ...{ createdAtMs: T0, pausedAtMs: null, deletedAtMs: null },
      }),
    );
    const vote = `'v', '${BOT_ID}', 'source', 'voter-id-7', NULL, 1, ${T0}, ${T0 + 1}, ${T0}`;
    await db.run(
      `INSERT INTO votes (id, bot_id, source_id, user_id, username, weight, voted_at_ms, expires_at_ms, stored_at_ms) VALUES (${vote})`,
    );
    await join('ann', 'viewer');
    accepted(await invite('bob', 'manager'));
    const seen = async (who: Caller) =>
      JSON.stringify([
        accepted(await readBotHead(ports, who, BOT_ID)),
        await accepted(await readBot(ports, who, BOT_ID, '24h')).read(),
        accepted(await readActivity(ports, who, BOT_ID, ALL_ACTIVITY, 1)),
        accepted(await viewVotes(ports, who, BOT_ID, { cursor: null, range: '30d' })),
        accepted(await viewKeys(ports, who, BOT_ID, 1)),
        accepted(await readSettings(ports, who, BOT_ID)),
        accepted(await listMarks(ports, who, BOT_ID)),
        await accepted(await listOwnBots(ports, who, { ...ALL_BOTS })).read(),
      ]);
    const [byViewer, byOwner] = [await seen(ANN), await seen(OWNER)];
    for (const text of ['hook.example.org', 'bob@example.org', 'voter-id-7']) expect(byOwner).toContain(text);
    for (const text of hidden) expect(byViewer).not.toContain(text);
    accepted(await changePerson(ports, OWNER, { botId: BOT_ID, userId: 'ann' }, 'manager'));
    expect(await seen(ANN)).not.toContain('@example.org');
  });

  it.each([true, false])(
    'stay with another owner if that is chosen (%s), and the former owner gets no role',
    async (keepsPeople) => {
      await join('ann');
      await join('admin', 'viewer');
      accepted(await invite('bob'));
      const given = { owner: { userId: 'ann' }, revokesKeys: false, keepsPeople };
      accepted(await changeBot(ports, OPERATOR, BOT_ID, given));
      expect(await peopleOf()).toEqual(keepsPeople ? ['admin viewer'] : []);
      expect([await seenBy(ANN), await seenBy(OWNER)]).toEqual(['ok', 'not_found']);
      expect(accepted(await readBotHead(ports, ANN, BOT_ID)).role).toBe(null);
    },
  );

  it('go with their bot, and with their account', async () => {
    await register(directory, { id: OTHER_BOT_ID, ownerId: 'owner' });
    await join('ann');
    await join('ann', 'viewer', OTHER_BOT_ID);
    accepted(await invite('bob'));
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    await finishRemovals(ports);
    expect(await db.rows('SELECT bot_id FROM bot_people')).toEqual([{ bot_id: OTHER_BOT_ID }]);
    accepted(await deleteUser(ports, OPERATOR, { userId: 'ann' }));
    for (const table of ['bot_people', 'bot_invitations'])
      expect(await db.rows(`SELECT * FROM ${table}`)).toEqual([]);
  });

  it('go on while their owner is disabled, and do nothing while they are', async () => {
    await join('ann');
    accepted(await changeUser(ports, OPERATOR, { userId: 'owner' }, { isDisabled: true }));
    accepted(await rename(ANN, 'Still'));
    accepted(await changeUser(ports, OPERATOR, { userId: 'ann' }, { isDisabled: true }));
    expect(verdictOf(await rename(ANN, 'No'))).toBe('forbidden');
    expect(await peopleOf()).toEqual(['ann manager']);
  });

  // SQLite has no connections that could be ended.
  it.each([
    ['', false],
    [', while connections are ended', true],
  ])('do nothing after their role ended, whatever twelve of them do at once%s', async (_, kills) => {
    const ids = Array.from({ length: 12 }, (_, n) => `p${n}`);
    for (const id of ids) {
      await addPerson(id);
      await join(id);
    }
    const elsewhere = { ...ports, ...(await connectAgain()) };
    const acts = ids.flatMap((id, n): Promise<Result<unknown>>[] => {
      const [who, on] = [signedIn(id, 'owner'), n % 2 === 0 ? ports : elsewhere];
      return [
        rename(who, `By ${id}`, on),
        createKey(on, who, { botId: BOT_ID, name: id, expiresAtMs: null }),
        n % 3 === 0 ? removePerson(on, OWNER, { botId: BOT_ID, userId: id }) : listMarks(on, who, BOT_ID),
        addMark(on, who, BOT_ID, { text: id, kind: 'note', atMs: null }),
        n % 3 === 1
          ? leaveBot(on, who, BOT_ID)
          : changePerson(on, OWNER, { botId: BOT_ID, userId: id }, 'viewer'),
        rename(who, `Again by ${id}`, on),
      ];
    });
    const settled = Promise.allSettled(acts);
    for (const at of kills ? [6, 24, 48] : []) {
      await Promise.allSettled(acts.slice(at, at + 1));
      await db.run(END_OTHERS).catch(() => {});
    }
    const results = (await settled).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const unknown = acts.length - results.length;
    if (!kills) expect([results.some((result) => !result.ok), unknown]).toEqual([true, 0]);
    const ended = new Map<unknown, number>();
    const log = await db.rows('SELECT id, actor, action, before_json, after_json FROM audit_log ORDER BY id');
    for (const { id, actor, action, before_json } of log) {
      const before = JSON.parse(String(before_json ?? '{}'));
      if (['people.remove', 'people.leave', 'people.change'].includes(String(action)))
        ended.set(before.userId, Number(id));
      if (['bot.change', 'key.create', 'marks.add'].includes(String(action)))
        expect([actor, ended.get(actor)]).toEqual([actor, undefined]);
    }
    // What was answered is there, and nothing else but what got no answer.
    const keys = await db.rows("SELECT name FROM api_keys WHERE name LIKE 'p%'");
    const made = results.filter(
      (result) => result.ok && result.value !== null && 'key' in (result.value as object),
    );
    expect(keys.length - made.length).toBeGreaterThanOrEqual(0);
    expect(keys.length - made.length).toBeLessThanOrEqual(unknown);
    const stay = ids.filter((_, n) => n % 3 === 2).map((id) => `${id} viewer`);
    if (unknown === 0) expect(await peopleOf()).toEqual(stay.sort());
  });
});
