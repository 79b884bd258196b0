import { beforeEach, expect, it } from 'vitest';
import { LINK_MS, OWN_RESET_MS, RESETS_A_DAY, YOUNG_RESET_MS } from '@/lib/domain/people/access-link';
import { OPERATOR } from '@/lib/domain/people/caller';
import { ATTEMPTS_MAX, THROTTLE_WINDOW_MS } from '@/lib/domain/people/throttle';
import type { Letter, Mailer } from '@/lib/ports/senders';
import { askReset } from '@/lib/services/links/ask-reset';
import { inviteUser, issueReset, withdrawInvitation } from '@/lib/services/links/issue';
import { findLink, redeemLink } from '@/lib/services/links/redeem';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { connectAgain, db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { addBotsAndPeople } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

const INVITED = { email: 'new@example.org', role: 'owner' } as const;
const KNOWN = 'neighbour@example.org';
const NEVER = new AbortController().signal;

let letters: Letter[];
let isWorking: boolean;
const mailer: Mailer = {
  async send(letter) {
    letters.push(letter);
    return isWorking
      ? { isSent: true }
      : { isSent: false, isFinal: false, reason: 'The mail server refused.' };
  },
  close: async () => {},
};
const ports = () => ({ ...each.ports, mailer });
const send = () => sendDueMails(ports(), NEVER);
const mails = () => db.rows('SELECT kind, state, sealed, reason FROM mails ORDER BY kind');
const ask = (email: string, network = '192.0.2.1') => askReset(ports(), { email, network });
/** From a browser in which someone has signed in; the neighbour, if it is theirs. */
const askKnown = (email: string, isTheirs = true) =>
  askReset(ports(), {
    email,
    network: '192.0.2.1',
    knownBrowserId: ({ userId }) => (isTheirs && userId !== 'nobody' ? `browser of ${userId}` : null),
  });
const invite = async () => accepted(await inviteUser(ports(), OPERATOR, INVITED));
const tokenOf = (letter = letters.at(-1)) =>
  new URLSearchParams(letter?.sections[0]?.link?.path.split('?')[1]).get('token') ?? '';

onEachDatabase('links by mail', () => {
  beforeEach(async () => {
    letters = [];
    isWorking = true;
    await db.setClock(T0);
    await addBotsAndPeople(directory);
  });

  it('go to whom an admin invites or resets, encrypted until they are sent; the admin gets them too', async () => {
    const invited = await invite();
    const reset = accepted(await issueReset(ports(), OPERATOR, { email: KNOWN }));
    expect([invited.isMailed, reset.isMailed]).toEqual([true, true]);
    const waiting = JSON.stringify(await db.rows('SELECT * FROM mails'));
    for (const { token } of [invited, reset]) expect(waiting).not.toContain(token);
    isWorking = false;
    await send();
    expect((await mails()).every(({ sealed }) => typeof sealed === 'string')).toBe(true);
    isWorking = true;
    await db.setClock(T0 + 60_000);
    await send();
    const sent = letters.slice(2).map((letter) => [letter.to, tokenOf(letter), letter.unsubscribePath]);
    expect(sent.sort()).toEqual([
      [KNOWN, reset.token, null],
      [INVITED.email, invited.token, null],
    ]);
    expect(await mails()).toEqual(
      ['invite', 'reset']
        .map((kind) => expect.objectContaining({ kind, state: 'sent', sealed: null }))
        .sort(),
    );
  });

  it('are not mailed without a mailer, or when they no longer work', async () => {
    expect(accepted(await inviteUser(each.ports, OPERATOR, INVITED)).isMailed).toBe(false);
    expect(verdictOf(await askReset(each.ports, { email: KNOWN, network: '' }))).toBe('not_found');
    const { link } = await invite();
    accepted(await withdrawInvitation(ports(), OPERATOR, link.userId));
    await send();
    expect([letters, (await mails())[0]]).toMatchObject([
      [],
      { state: 'given_up', reason: 'Its link no longer works.' },
    ]);
  });

  it('replace a forgotten password once, within a day, whatever an admin sent before', async () => {
    const byAdmin = accepted(await issueReset(each.ports, OPERATOR, { email: KNOWN }));
    accepted(await ask(` ${KNOWN.toUpperCase()} `));
    await send();
    await db.setClock(T0 + YOUNG_RESET_MS);
    accepted(await ask(KNOWN));
    await send();
    const tokens = letters.map(tokenOf);
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual(
      Array(2).fill([KNOWN, 'Choose a new password for Botmeter']),
    );
    const found = async (token: string) => (await findLink(ports(), token))?.email ?? null;
    expect([await found(byAdmin.token), await found(tokens[0] ?? ''), await found(tokens[1] ?? '')]).toEqual([
      KNOWN,
      null,
      KNOWN,
    ]);
    await db.setClock(T0 + YOUNG_RESET_MS + OWN_RESET_MS);
    expect(await found(tokens[1] ?? '')).toBeNull();
    await db.setClock(T0 + YOUNG_RESET_MS + OWN_RESET_MS - 1);
    const redeem = () =>
      redeemLink(ports(), tokens[1] ?? '', { password: 'tangerine kettle 42' }, { address: '', client: '' });
    accepted(await redeem());
    expect(verdictOf(await redeem())).toBe('not_found');
    expect(OWN_RESET_MS).toBeLessThan(LINK_MS);
  });

  it.each([
    ['no one has the address', async () => 'nobody@example.org'],
    [
      'its person is disabled',
      async () => accepted(await changeUser(ports(), OPERATOR, { email: KNOWN }, { isDisabled: true })).email,
    ],
    [
      'its person was deleted',
      async () => accepted(await deleteUser(ports(), OPERATOR, { email: KNOWN })).email,
    ],
  ])('are asked for alike, and not sent, when %s', async (_, address) => {
    const columns = async () =>
      (await db.rows('SELECT * FROM mails')).map(({ id, recipient, ...row }) => row);
    accepted(await ask('unowned@example.org'));
    const ofKnown = await columns();
    await directory.write([], ({ mails }) =>
      mails.listCreatedBefore(T0 + 1, 9, []).then((all) => mails.delete(all.map(({ id }) => id))),
    );
    const email = await address();
    expect(accepted(await ask(email))).toBeNull();
    expect(await columns()).toEqual(ofKnown);
    await send();
    expect([letters, await mails()]).toEqual([[], []]);
  });

  it('are sent once by instances that look at the same request', async () => {
    accepted(await ask(KNOWN));
    const second = { ...(await connectAgain()), mailer };
    await Promise.all([send(), sendDueMails(second, NEVER), send()]);
    await second.close();
    expect(letters).toHaveLength(1);
  });

  it('are mailed five times a day at most, not again while young, and others leave two to the own browser', async () => {
    const sentAt = async (atMs: number, asking: () => Promise<unknown>) => {
      await db.setClock(atMs);
      const before = letters.length;
      await asking();
      await send();
      return letters.length - before;
    };
    // Strangers all day, each from a network of their own.
    let n = 0;
    let byOthers = 0;
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const strangers = () =>
        Promise.all([1, 2, 3, 4].map(async () => accepted(await ask(KNOWN, `net ${++n}`))));
      byOthers += await sentAt(T0 + minute * 60_000, strangers);
      if (minute === 10) expect(byOthers).toBe(1);
    }
    expect(byOthers).toBe(RESETS_A_DAY.byOthers);
    const last = T0 + (24 * 60 - 1) * 60_000;
    const asKnown = async () => accepted(await askKnown(KNOWN));
    const own = [
      await sentAt(last - 2 * YOUNG_RESET_MS, asKnown),
      await sentAt(last - 2 * YOUNG_RESET_MS + 1, asKnown),
    ];
    own.push(await sentAt(last - YOUNG_RESET_MS, asKnown), await sentAt(last, asKnown));
    expect(own).toEqual([1, 0, 1, 0]);
    // A day after the first ones.
    expect(await sentAt(T0 + OWN_RESET_MS + YOUNG_RESET_MS, asKnown)).toBe(1);
  });

  it('of an address are never refused, known or not; one network asks 50 times, the own browser 3', async () => {
    for (const email of [KNOWN, 'nobody@example.org']) {
      for (let i = 0; i < 2 * ATTEMPTS_MAX.reset; i++)
        expect(accepted(await ask(email, `net ${i}`))).toBeNull();
    }
    expect(await mails()).toHaveLength(2 * ATTEMPTS_MAX.reset);
    for (let i = 0; i < ATTEMPTS_MAX.address; i++) accepted(await ask(`p${i}@example.org`, 'one'));
    expect(await ask('more@example.org', 'one')).toMatchObject({
      refusal: { code: 'conflict', message: 'Too many requests. Try again in 15 minutes.' },
    });
    expect(await askKnown(KNOWN, false)).toEqual(await askKnown('nobody@example.org'));
    for (let i = 0; i < ATTEMPTS_MAX.reset; i++) accepted(await askKnown(KNOWN));
    expect(verdictOf(await askKnown(KNOWN))).toBe('conflict');
    await db.setClock(T0 + THROTTLE_WINDOW_MS);
    accepted(await ask(KNOWN, 'one'));
    accepted(await askKnown(KNOWN));
    expect(verdictOf(await ask('no address'))).toBe('invalid');
  });
});
