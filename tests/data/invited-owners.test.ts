import { beforeEach, expect, it } from 'vitest';
import { LINK_MS } from '@/lib/domain/people/access-link';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { routeEvents } from '@/lib/services/events/route';
import { askReset } from '@/lib/services/links/ask-reset';
import { inviteUser, issueReset, withdrawInvitation } from '@/lib/services/links/issue';
import { redeemLink } from '@/lib/services/links/redeem';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { setPassword } from '@/lib/services/passwords/set';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { suggestPeople } from '@/lib/services/users/find';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { connectAgain, db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { mailbox } from '@/tests/support/data/ports';
import { accepted, verdictOf } from '@/tests/support/result';

const EMAIL = 'new@example.org';
const PASSWORD = 'tangerine kettle 42';
const ORIGIN = { address: '', client: '' };

onEachDatabase('an invited person who is given a bot', () => {
  const { mailer, letters } = mailbox();
  const ports = () => ({ ...each.ports, mailer });
  const invite = async (email = EMAIL) =>
    accepted(await inviteUser(ports(), OPERATOR, { email, role: 'admin', name: 'New Person' }));
  const give = (id = BOT_ID, email = ` ${EMAIL.toUpperCase()} `) =>
    createBot(ports(), OPERATOR, { id, name: 'Their bot', owner: { email }, plan: 'free' });
  const accept = (token: string) => redeemLink(ports(), token, { password: PASSWORD }, ORIGIN);
  const person = () => directory.read(({ users }) => users.findByEmail(EMAIL));
  const ownerOfBot = async (id = BOT_ID) => (await directory.read(({ bots }) => bots.findById(id)))?.ownerId;

  beforeEach(async () => {
    letters.length = 0;
    await db.setClock(T0);
  });

  it.each(['', '  '])('is not looked for under the address "%s"', async (email) => {
    expect(await give(BOT_ID, email)).toMatchObject({
      ok: false,
      refusal: { code: 'not_found', field: 'email', message: 'Enter an email address.' },
    });
  });

  it('owns it, cannot sign in before they accept, and then has it and the role of the invitation', async () => {
    const { token, link } = await invite();
    const bot = accepted(await give());
    expect(bot.ownerId).toBe(link.userId);
    expect(await person()).toMatchObject({
      id: link.userId,
      role: 'owner',
      isDisabled: true,
      isInvited: true,
    });
    // A second bot, by id and by address, by a change too.
    accepted(await give(OTHER_BOT_ID));
    accepted(await changeBot(ports(), OPERATOR, OTHER_BOT_ID, { owner: { userId: link.userId } }));
    const { user } = accepted(await accept(token));
    expect(user).toMatchObject({ id: link.userId, role: 'admin', name: 'New Person' });
    expect(await person()).toEqual({ ...user, isDisabled: false, role: 'admin' });
    expect([await ownerOfBot(), await ownerOfBot(OTHER_BOT_ID)]).toEqual([user.id, user.id]);
    expect(verdictOf(await accept(token))).toBe('not_found');
  });

  it('is let in by nothing else, also after the invitation was withdrawn or has ended', async () => {
    const { token, link } = await invite();
    accepted(await give());
    const ways = async () => {
      accepted(await askReset(ports(), { email: EMAIL, network: '' }));
      await sendDueMails(ports(), new AbortController().signal);
      expect(letters.filter(({ subject }) => subject.includes('password'))).toEqual([]);
      const refused = await Promise.all([
        issueReset(ports(), OPERATOR, { email: EMAIL }),
        setPassword(ports(), OPERATOR, { email: EMAIL }, PASSWORD),
        changeUser(ports(), OPERATOR, { email: EMAIL }, { isDisabled: false }),
        changeUser(ports(), OPERATOR, { userId: link.userId }, { role: 'admin' }),
      ]);
      expect(refused.map(verdictOf)).toEqual(Array(4).fill('conflict'));
      expect(await person()).toMatchObject({ isDisabled: true, isInvited: true, role: 'owner' });
      expect(await directory.read(({ users }) => users.findPasswordHash(link.userId))).toBeNull();
    };
    await ways();
    accepted(await withdrawInvitation(ports(), OPERATOR, link.userId));
    await ways();
    expect(verdictOf(await accept(token))).toBe('not_found');
    const again = await invite();
    await db.setClock(T0 + LINK_MS);
    expect(verdictOf(await accept(again.token))).toBe('not_found');
    await ways();
    expect(await ownerOfBot()).toBe(link.userId);
  });

  it('gets their bots with the next invitation too, or with a password that an admin sets', async () => {
    const first = await invite();
    accepted(await give());
    accepted(await withdrawInvitation(ports(), OPERATOR, first.link.userId));
    const second = await invite();
    expect(second.link.userId).toBe(first.link.userId);
    const third = accepted(
      await createUser(ports(), OPERATOR, { email: EMAIL, role: 'owner', password: PASSWORD }),
    );
    expect(third).toMatchObject({ id: first.link.userId, role: 'owner' });
    expect(await ownerOfBot()).toBe(third.id);
    expect(verdictOf(await accept(second.token))).toBe('not_found');
    expect(verdictOf(await inviteUser(ports(), OPERATOR, { email: EMAIL, role: 'owner' }))).toBe('conflict');
  });

  it('is not stored for a refused bot, nor without a working invitation', async () => {
    accepted(
      await createUser(ports(), OPERATOR, { email: 'known@example.org', role: 'owner', password: PASSWORD }),
    );
    accepted(await give(BOT_ID, 'known@example.org'));
    expect(verdictOf(await give(OTHER_BOT_ID))).toBe('not_found');
    await invite();
    expect(verdictOf(await give(BOT_ID))).toBe('conflict');
    expect(await person()).toBeNull();
    await db.setClock(T0 + LINK_MS);
    expect(verdictOf(await give(OTHER_BOT_ID))).toBe('not_found');
    expect(await person()).toBeNull();
  });

  it('is stored once while two admins give them bots and they accept at the same time', async () => {
    const { token, link } = await invite();
    const other = { ...(await connectAgain()), mailer };
    const two = (id: string, on = ports()) =>
      createBot(on, OPERATOR, { id, name: 'Theirs', owner: { email: EMAIL }, plan: 'free' });
    const [one, second, entered] = await Promise.all([two(BOT_ID), two(OTHER_BOT_ID, other), accept(token)]);
    expect([one.ok, second.ok, entered.ok]).toEqual([true, true, true]);
    expect(await person()).toMatchObject({ id: link.userId, isDisabled: false, role: 'admin' });
    expect(await ownerOfBot(OTHER_BOT_ID)).toBe(link.userId);
  });

  it('gets no mails about it, is suggested as an owner, and ends with their invitation when deleted', async () => {
    const { token } = await invite();
    expect(accepted(await suggestPeople(each.ports, OPERATOR, 'NEW@')).people).toHaveLength(1);
    accepted(await give());
    expect(accepted(await suggestPeople(each.ports, OPERATOR, 'NEW@')).people).toHaveLength(1);
    const data = {
      botId: BOT_ID,
      botName: 'Theirs',
      lastSignAt: new Date(T0).toISOString(),
      silentSeconds: 1,
    };
    await directory.write([], ({ events }) =>
      events.insert([{ type: 'key.expiring', period: 'x', atMs: T0, dueAtMs: T0, data } as never]),
    );
    await routeEvents(ports());
    expect(await db.rows("SELECT id FROM mails WHERE kind = 'event'")).toEqual([]);
    expect(verdictOf(await deleteUser(ports(), OPERATOR, { email: EMAIL }))).toBe('conflict');
    accepted(
      await createUser(ports(), OPERATOR, { email: 'else@example.org', role: 'owner', password: PASSWORD }),
    );
    accepted(
      await changeBot(ports(), OPERATOR, BOT_ID, {
        owner: { email: 'else@example.org' },
        revokesKeys: false,
      }),
    );
    accepted(await deleteUser(ports(), OPERATOR, { email: EMAIL }));
    expect(verdictOf(await accept(token))).toBe('not_found');
  });
});
