import { beforeEach, expect, it } from 'vitest';
import { BOT_INVITATION_MS } from '@/lib/domain/people/bot-people';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Letter } from '@/lib/ports/senders';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey } from '@/lib/services/keys/change';
import { inviteUser } from '@/lib/services/links/issue';
import { findLink, redeemLink } from '@/lib/services/links/redeem';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { answerBotInvitation, invitePerson, withdrawBotInvitation } from '@/lib/services/people/change';
import { changeUser } from '@/lib/services/users/change';
import { readPerson } from '@/lib/services/users/person';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { insertSession, register, signedIn } from '@/tests/support/data/fixtures';
import { mailbox } from '@/tests/support/data/ports';
import { accepted, verdictOf } from '@/tests/support/result';

const OWNER = signedIn('owner', 'owner');
const ANN = signedIn('ann', 'owner');
const EMAIL = 'new@example.org';
const PASSWORD = { password: 'correct horse battery staple' };
const ORIGIN = { address: '192.0.2.1', client: 'a browser' };

onEachDatabase('an owner who invites a person without an account', () => {
  let letters: Letter[];
  let ports: typeof each.ports;
  const ask = (email = EMAIL) => invitePerson(ports, OWNER, { botId: BOT_ID, email, role: 'manager' });
  const send = () => sendDueMails(ports, new AbortController().signal);
  const tokenOf = (letter = letters.at(-1)) =>
    new URLSearchParams(letter?.sections[0]?.link?.path.split('?')[1]).get('token') ?? '';
  async function mailedToken(): Promise<string> {
    accepted(await ask());
    await send();
    expect(letters.at(-1)?.to).toBe(EMAIL);
    return tokenOf();
  }
  const redeem = (token: string) => redeemLink(ports, token, PASSWORD, ORIGIN);

  beforeEach(async () => {
    await db.setClock(T0);
    for (const id of ['owner', 'ann']) {
      const person = { id, email: `${id}@example.org`, name: id, role: 'owner', isDisabled: false } as const;
      await directory.write([], ({ users }) => users.insert({ ...person, createdAtMs: T0 }, null));
      await insertSession(directory, signedIn(id, 'owner'));
    }
    await register(directory, { ownerId: 'owner' });
    const box = mailbox();
    letters = box.letters;
    ports = { ...each.ports, mailer: box.mailer, ownersInvite: true };
  });

  it('gets the same answer for a known address, and never the link', async () => {
    const [known, unknown] = [await ask('ann@example.org'), await ask()];
    expect(JSON.stringify(unknown).replaceAll('new@', 'ann@')).toBe(JSON.stringify(known));
    await send();
    const token = tokenOf(letters.find(({ to }) => to === EMAIL));
    expect(token).not.toBe('');
    expect(letters.map(({ to }) => to).toSorted()).toEqual(['ann@example.org', EMAIL]);
    const stored = JSON.stringify([
      await db.rows('SELECT * FROM audit_log'),
      await db.rows('SELECT * FROM mails'),
    ]);
    expect(stored).not.toContain(token);
  });

  it('lets them create an account, no admin’s, once; they have no role before they accept', async () => {
    const token = await mailedToken();
    const { user } = accepted(await redeem(token));
    expect(user).toMatchObject({ email: EMAIL, role: 'owner', isDisabled: false });
    expect([await findLink(ports, token), verdictOf(await redeem(token))]).toEqual([null, 'not_found']);
    expect(await db.rows('SELECT * FROM bot_people')).toEqual([]);
    const who = signedIn(user.id, 'owner');
    await insertSession(directory, who);
    accepted(await answerBotInvitation(ports, who, BOT_ID, true));
    expect(await db.rows('SELECT user_id, role FROM bot_people')).toEqual([
      { user_id: user.id, role: 'manager' },
    ]);
  });

  const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
    'is withdrawn': () => withdrawBotInvitation(ports, OWNER, BOT_ID, EMAIL),
    'is a week old': () => db.setClock(T0 + BOT_INVITATION_MS),
    'was made by an owner who is disabled': () =>
      changeUser(ports, OPERATOR, { userId: 'owner' }, { isDisabled: true }),
    'was made by an owner who lost the bot': () =>
      changeBot(ports, OPERATOR, BOT_ID, { owner: { userId: 'ann' }, revokesKeys: false, keepsPeople: true }),
    'is to a bot that was deleted': () => deleteBot(ports, OPERATOR, BOT_ID),
    'is for an address that an admin invited': () =>
      inviteUser(ports, OPERATOR, { email: EMAIL, role: 'owner' }),
    'is of a service where owners no longer invite': async () => {
      ports = { ...ports, ownersInvite: false };
    },
  };
  it.each(Object.keys(ENDS))('has no working link once the invitation %s', async (end) => {
    const token = await mailedToken();
    expect(await findLink(ports, token)).not.toBeNull();
    await ENDS[end]?.();
    expect([await findLink(ports, token), verdictOf(await redeem(token))]).toEqual([null, 'not_found']);
  });

  it('mails nothing where owners do not invite, or once the invitation was withdrawn', async () => {
    accepted(await ask());
    accepted(await withdrawBotInvitation(ports, OWNER, BOT_ID, EMAIL));
    await send();
    ports = { ...ports, ownersInvite: false };
    accepted(await ask());
    await send();
    expect(letters).toEqual([]);
  });

  it('and a manager are not notified of what they did themselves', async () => {
    accepted(await ask('ann@example.org'));
    accepted(await answerBotInvitation(ports, ANN, BOT_ID, true));
    accepted(await createKey(ports, ANN, { botId: BOT_ID, name: 'by Ann', expiresAtMs: null }));
    const unread = async (who: typeof OWNER) => accepted(await readPerson(ports, who)).unread;
    expect([await unread(ANN), await unread(OWNER)]).toEqual([0, 1]);
    accepted(await createKey(ports, OWNER, { botId: BOT_ID, name: 'by the owner', expiresAtMs: null }));
    expect([await unread(ANN), await unread(OWNER)]).toEqual([1, 1]);
  });
});
