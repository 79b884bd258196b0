import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/caller';
import type { User } from '@/lib/domain/user';
import { endOwnSessions } from '@/lib/services/sessions/end-own';
import { changeUser } from '@/lib/services/users/change';
import { openRawDatabase } from '@/tests/support/process/raw-database';
import { accepted } from '@/tests/support/result';
import { actionIds, actionRequest } from '@/tests/support/server-action';
import { openSession } from '@/tests/support/session';
import { makePerson, PASSWORD, type Site, signInOver, startSite } from '@/tests/support/site';

/** Simultaneous requests, each with a password to hash, which takes longer than the other work. */
const REQUESTS = 12;
const CREATE_USER = 'app/actions/users.ts#createUserAction';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Events that end an admin's rights, and the actions of their audit entries. */
const ENDS = [
  [
    'disabled',
    'user.change',
    ({ id }: User) => changeUser(site.ports, OPERATOR, { userId: id }, { isDisabled: true }),
  ],
  [
    'signed out everywhere',
    'sign-out.everywhere',
    async ({ email }: User) => endOwnSessions(site.ports, (await openSession(site, email)).who),
  ],
] as const;

test.each(ENDS)('an admin who is %s during requests creates no person after that', async (...end) => {
  const [name, action, endAuthority] = end;
  const prefix = action.slice(0, 4);
  const admin = await makePerson(site, `${prefix}-admin@example.org`, 'admin');
  await makePerson(site, `${prefix}-second@example.org`, 'admin');
  const headers = { cookie: await signInOver(site.origin, admin.email), origin: site.origin };
  const id = actionIds().get(CREATE_USER) ?? '';
  const sent = Array.from({ length: REQUESTS }, async (_, i) => {
    const form = { email: `${prefix}-new${i}@example.org`, name: '', role: 'admin', password: PASSWORD };
    const response = await fetch(`${site.origin}/admin/users`, actionRequest(id, form, headers));
    await response.arrayBuffer();
  });
  await Promise.race(sent);
  accepted<unknown>(await endAuthority(admin));
  await Promise.all(sent);

  // The log is written in the order of the transactions.
  const rawDatabase = openRawDatabase(site.databaseUrl);
  const entries = await rawDatabase.rows<{ actor: string; action: string; subject: string }>(
    'SELECT actor, action, subject FROM audit_log ORDER BY id',
  );
  await rawDatabase.close();
  const endedAt = entries.findIndex((e) => e.action === action && e.subject === admin.id);
  expect(endedAt, name).toBeGreaterThan(0);
  const isCreation = (e: { actor: string; action: string }) =>
    e.action === 'user.create' && e.actor === admin.id;
  expect(entries.slice(0, endedAt).filter(isCreation).length).toBeGreaterThan(0);
  expect(entries.slice(endedAt).filter(isCreation)).toEqual([]);
});
