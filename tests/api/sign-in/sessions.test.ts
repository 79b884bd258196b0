import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, OPERATOR } from '@/lib/domain/caller';
import type { User } from '@/lib/domain/user';
import { changeOwnPassword } from '@/lib/services/passwords/change-own';
import { setPassword } from '@/lib/services/passwords/set';
import { endOwnSessions } from '@/lib/services/sessions/end-own';
import { changeUser } from '@/lib/services/users/change';
import { deleteUser } from '@/lib/services/users/delete';
import { accepted } from '@/tests/support/result';
import { makePerson, PASSWORD, type Site, signInOver, startSite } from '@/tests/support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const OTHER = 'another long passphrase';
/** The caller of the newest session of a person. */
async function asPerson({ id }: User): Promise<Caller> {
  const newest = await site.ports.directory.read(({ sessions }, nowMs) =>
    sessions.listOfUser(id, 1, 1, nowMs),
  );
  const [session] = newest;
  if (session === undefined) throw new Error('There is no session.');
  return { kind: 'person', userId: id, role: 'owner', sessionHash: session.hash };
}

let people = 0;
async function signedIn() {
  const user = await makePerson(site, `person${++people}@example.org`, 'owner');
  return { user, cookie: await signInOver(site.origin, user.email) };
}

const statusWith = async (cookie: string) =>
  (await fetch(`${site.origin}/api/dashboard/bots`, { headers: { cookie } })).status;

describe('a saved cookie', () => {
  test('is good while its session lives', async () => {
    const { cookie } = await signedIn();
    expect(await statusWith(cookie)).toBe(200);
  });

  test('is worth nothing after signing out', async () => {
    const { cookie } = await signedIn();
    const csrf = await fetch(`${site.origin}/api/auth/csrf`, { headers: { cookie } });
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookies = [cookie, ...csrf.headers.getSetCookie().map((c) => c.split(';', 1)[0])].join('; ');
    await fetch(`${site.origin}/api/auth/signout`, {
      method: 'POST',
      headers: { cookie: cookies, origin: site.origin },
      body: new URLSearchParams({ csrfToken, json: 'true' }),
    });
    expect(await statusWith(cookie)).toBe(401);
  });

  test.each<[string, (user: User) => Promise<unknown>]>([
    [
      'signing out everywhere',
      async (user) => accepted(await endOwnSessions(site.ports, await asPerson(user))),
    ],
    [
      'an admin disabled the person',
      async ({ id }) =>
        accepted(await changeUser(site.ports, OPERATOR, { userId: id }, { isDisabled: true })),
    ],
    [
      'an admin set a new password',
      async ({ id }) => accepted(await setPassword(site.ports, OPERATOR, { userId: id }, OTHER)),
    ],
    [
      'the person changed the password',
      async (user) => accepted(await changeOwnPassword(site.ports, await asPerson(user), PASSWORD, OTHER)),
    ],
    [
      'the person was deleted',
      async ({ id }) => accepted(await deleteUser(site.ports, OPERATOR, { userId: id })),
    ],
  ])('is worth nothing after %s', async (_, end) => {
    const { user, cookie } = await signedIn();
    const elsewhere = await signInOver(site.origin, user.email);
    await end(user);
    expect(await statusWith(cookie)).toBe(401);
    expect(await statusWith(elsewhere)).toBe(401);
  });

  test('of a person who is enabled again stays worth nothing', async () => {
    const { user, cookie } = await signedIn();
    for (const isDisabled of [true, false]) {
      accepted(await changeUser(site.ports, OPERATOR, { userId: user.id }, { isDisabled }));
    }
    expect(await statusWith(cookie)).toBe(401);
    expect(await statusWith(await signInOver(site.origin, user.email))).toBe(200);
  });

  test.each([
    ['cut short', (cookie: string) => cookie.slice(0, -8)],
    [
      'of another secret',
      () => 'botmeter.session=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAA',
    ],
    ['empty', () => 'botmeter.session='],
  ])('that is %s signs no one in', async (_, spoil) => {
    const { cookie } = await signedIn();
    expect(await statusWith(spoil(cookie))).toBe(401);
  });

  test('the session secret is nowhere in the database', async () => {
    const { user } = await signedIn();
    const sessions = await site.ports.directory.read((tables) =>
      tables.sessions.listOfUser(user.id, 1, 10, Date.now()),
    );
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
