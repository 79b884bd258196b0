import { expect, test } from 'vitest';
import { OPERATOR, type User } from '@/lib/domain/people/caller';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { changeUser } from '@/lib/services/users/change';
import { actionRequest, PASSWORD } from '@/tests/support/browser-jar';
import { accepted } from '@/tests/support/result';
import { makePerson, openSession, sessionCookie } from '@/tests/support/site';
import { rawDatabaseOf, siteForFile } from '@/tests/support/test-site';

/** Simultaneous requests, each with a password to hash, which takes longer than the other work. */
const REQUESTS = 12;
const CREATE_USER = 'lib/actions/users.ts#createUserAction';

const site = siteForFile();
const rawDatabase = rawDatabaseOf(site);

/** Events that end an admin's rights, by the action of their audit entries. */
const ENDS = {
  'user.change': ({ id }: User) => changeUser(site.ports, OPERATOR, { userId: id }, { isDisabled: true }),
  'sign-out.everywhere': async ({ email }: User) =>
    endOwnSessions(site.ports, (await openSession(site, email)).who),
};

test.each(['user.change', 'sign-out.everywhere'] as const)(
  'after %s during requests of an admin, they create no person',
  async (action) => {
    const prefix = action.slice(0, 4);
    const admin = await makePerson(site, `${prefix}-admin@example.org`, 'admin');
    await makePerson(site, `${prefix}-second@example.org`, 'admin');
    const headers = { cookie: await sessionCookie(site, admin.email), origin: site.origin };
    const sent = Array.from({ length: REQUESTS }, async (_, i) => {
      const form = { email: `${prefix}-new${i}@example.org`, name: '', role: 'admin', password: PASSWORD };
      const response = await fetch(`${site.origin}/admin/users`, actionRequest(CREATE_USER, form, headers));
      await response.arrayBuffer();
    });
    await Promise.race(sent);
    accepted<unknown>(await ENDS[action](admin));
    await Promise.all(sent);

    // The log is written in the order of the transactions.
    const entries = await rawDatabase.rows<{ actor: string; action: string; subject: string }>(
      'SELECT actor, action, subject FROM audit_log ORDER BY id',
    );
    const endedAt = entries.findIndex((e) => e.action === action && e.subject === admin.id);
    expect(endedAt).toBeGreaterThan(0);
    const isCreation = (e: { actor: string; action: string }) =>
      e.action === 'user.create' && e.actor === admin.id;
    expect(entries.slice(0, endedAt).filter(isCreation).length).toBeGreaterThan(0);
    expect(entries.slice(endedAt).filter(isCreation)).toEqual([]);
  },
);
