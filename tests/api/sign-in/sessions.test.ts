import { describe, expect, test } from 'vitest';
import { sessionCookieName } from '@/lib/auth/cookies';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeOwnPassword } from '@/lib/services/passwords/own';
import { setPassword } from '@/lib/services/passwords/set';
import type { Result } from '@/lib/services/result';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { isSignedIn, PASSWORD, signedInBrowser, signInOver } from '@/tests/support/browser-jar';
import { accepted } from '@/tests/support/result';
import { makePerson, openSession } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

const OTHER = 'another long passphrase';
const site = siteForFile();

let people = 0;
async function signedIn() {
  const user = await makePerson(site, `person${++people}@example.org`, 'owner');
  return { user, target: { userId: user.id }, cookie: await signInOver(site.origin, user.email) };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const callerOf = async ({ user }: SignedIn) => (await openSession(site, user.email)).who;
const statusWith = async (cookie: string) =>
  (await fetch(`${site.origin}/api/dashboard/bots`, { headers: { cookie } })).status;

const ENDS: Record<string, (person: SignedIn) => Promise<Result<unknown>>> = {
  'signing out everywhere': async (person) => endOwnSessions(site.ports, await callerOf(person)),
  'an admin disabled the person': ({ target }) =>
    changeUser(site.ports, OPERATOR, target, { isDisabled: true }),
  'an admin set a new password': ({ target }) => setPassword(site.ports, OPERATOR, target, OTHER),
  'the person changed the password': async (person) =>
    changeOwnPassword(site.ports, await callerOf(person), PASSWORD, OTHER),
  'the person was deleted': ({ target }) => deleteUser(site.ports, OPERATOR, target),
};

test('of several sessions of a person the account’s page names one “This browser”', async () => {
  const { user, cookie } = await signedIn();
  await signInOver(site.origin, user.email);
  await signInOver(site.origin, user.email);
  const html = await (await fetch(`${site.origin}/account`, { headers: { cookie } })).text();
  expect(html.match(/>This browser</g)).toHaveLength(1);
  expect(html.match(/name="session"/g)).toHaveLength(3);
});

describe('a saved cookie', () => {
  test('is refused after signing out, and another of the person is not', async () => {
    const { user, cookie: elsewhere } = await signedIn();
    const jar = await signedInBrowser(site, user.email);
    const { cookie } = jar;
    expect(await statusWith(cookie)).toBe(200);
    await jar.signOut();
    expect(await isSignedIn(jar)).toBe(false);
    expect([await statusWith(cookie), await statusWith(elsewhere)]).toEqual([401, 200]);
  });

  test.each(Object.entries(ENDS))(
    'is refused after %s, and that of another person is not',
    async (_, end) => {
      const [person, other] = [await signedIn(), await signedIn()];
      const elsewhere = await signInOver(site.origin, person.user.email);
      for (const cookie of [person.cookie, elsewhere]) expect(await statusWith(cookie)).toBe(200);
      accepted(await end(person));
      for (const cookie of [person.cookie, elsewhere]) expect(await statusWith(cookie)).toBe(401);
      expect(await statusWith(other.cookie)).toBe(200);
    },
  );

  test('stays refused when the person is enabled again', async () => {
    const { user, target, cookie } = await signedIn();
    for (const isDisabled of [true, false]) {
      accepted(await changeUser(site.ports, OPERATOR, target, { isDisabled }));
    }
    expect(await statusWith(cookie)).toBe(401);
    expect(await statusWith(await signInOver(site.origin, user.email))).toBe(200);
  });

  test('is refused when it is cut short, empty, or signed with another secret', async () => {
    const { cookie } = await signedIn();
    const name = sessionCookieName(site.origin);
    const forged = `${name}=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAA`;
    for (const invalid of [cookie.slice(0, -8), `${name}=`, forged]) {
      expect(await statusWith(invalid)).toBe(401);
    }
  });

  test('is stored only as the hash of its secret', async () => {
    const { user } = await signedIn();
    const sessions = await site.ports.directory.read((tables) =>
      tables.sessions.listOfUser(user.id, 1, 10, Date.now()),
    );
    expect(sessions).toMatchObject([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });
});
