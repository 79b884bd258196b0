import { beforeEach, expect, it } from 'vitest';
import { LINK_MS, type LinkKind } from '@/lib/domain/people/access-link';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { createBot } from '@/lib/services/bots/create';
import { inviteUser, issueReset, listInvitations, withdrawInvitation } from '@/lib/services/links/issue';
import { type Credential, findLink, redeemLink } from '@/lib/services/links/redeem';
import { changeOwnPassword } from '@/lib/services/passwords/own';
import { setPassword } from '@/lib/services/passwords/set';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { connectAgain, db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { insertSession, signedIn } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

const ISSUER = signedIn('issuer', 'admin');
const NEW = { email: 'new@example.org', role: 'admin', name: 'New' } as const;
const PASSWORD = 'tangerine kettle 42';
const ORIGIN = { address: '192.0.2.1', client: 'a browser' };
const DISCORD = { provider: 'discord', subject: '42' };
/** Cheaper than hashing, which is not under test here. */
const passwords: Ports['passwords'] = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
};
const withFakeHash = (ports: Ports): Ports => ({ ...ports, passwords });

let ports: Ports;

const ISSUE = {
  invite: () => inviteUser(ports, ISSUER, NEW),
  reset: () => issueReset(ports, ISSUER, { userId: 'owner' }),
} as const;
const issue = async (kind: LinkKind): Promise<string> => accepted(await ISSUE[kind]()).token;
const redeem = (token: string, credential: Credential = { password: PASSWORD }, on: Ports = ports) =>
  redeemLink(on, token, credential, ORIGIN);
const sessionsOf = async (email: string) =>
  (await db.rows(`SELECT s.hash FROM sessions s JOIN users u ON u.id = user_id WHERE email = '${email}'`))
    .length;
const hashOf = async (email: string) =>
  (await db.rows(`SELECT password_hash AS hash FROM users WHERE email = '${email}'`)).map(({ hash }) => hash);
const openWithdrawn = async () => {
  for (const { userId } of accepted(await listInvitations(ports, OPERATOR))) {
    accepted(await withdrawInvitation(ports, OPERATOR, userId));
  }
};

/** Disables a person, and enables them again. */
const pause = async (userId: string) => {
  for (const isDisabled of [true, false])
    accepted(await changeUser(ports, OPERATOR, { userId }, { isDisabled }));
};
const ISSUER_OUT = "UPDATE users SET role = 'owner' WHERE id = 'issuer'";
const ofOwner = { userId: 'owner' };
type Void = (kind: LinkKind) => Promise<unknown>;

/** What voids a link: of both kinds, of an invitation, of a reset. */
const VOIDS: Readonly<Record<LinkKind | 'both', Readonly<Record<string, Void>>>> = {
  both: {
    'a newer link for the same person': (kind) => ISSUE[kind](),
    'the issuer’s end as an admin': () =>
      changeUser(ports, OPERATOR, { userId: 'issuer' }, { role: 'owner' }),
    'a break in the issuer’s rights': () => pause('issuer'),
    'the issuer’s deletion': () => deleteUser(ports, OPERATOR, { userId: 'issuer' }),
    'the issuer’s end as an admin in an older version': () => db.run(ISSUER_OUT),
    'seven days': () => db.setClock(T0 + LINK_MS),
  },
  invite: {
    'its withdrawal': openWithdrawn,
    'a person with that address': () => createUser(ports, OPERATOR, { ...NEW, password: PASSWORD }),
  },
  reset: {
    'a password set by an admin': () => setPassword(ports, OPERATOR, ofOwner, PASSWORD),
    'a change of one’s own password': () =>
      changeOwnPassword(ports, signedIn('owner', 'owner'), 'old password', PASSWORD),
    'the person’s deletion': () => deleteUser(ports, OPERATOR, ofOwner),
    'disabling the person, also once they are enabled': () => pause('owner'),
  },
};
const KINDS = ['invite', 'reset'] as const;

onEachDatabase('a link', () => {
  beforeEach(async () => {
    ports = withFakeHash(each.ports);
    for (const [id, role] of [
      ['issuer', 'admin'],
      ['second', 'admin'],
      ['owner', 'owner'],
    ] as const) {
      const person = { id, email: `${id}@example.org`, name: id, role, isDisabled: false, createdAtMs: T0 };
      await directory.write([], ({ users }) => users.insert(person, 'hash of old password'));
      await insertSession(directory, signedIn(id, role));
    }
  });

  it.each(
    KINDS.flatMap((kind) =>
      Object.entries({ ...VOIDS.both, ...VOIDS[kind] }).map((named) => [kind, ...named] as const),
    ),
  )('of kind %s is void after %s', async (kind, _, event) => {
    const token = await issue(kind);
    await db.setClock(T0 + LINK_MS - 1);
    expect(await findLink(ports, token)).toMatchObject({ kind });
    await event(kind);
    const before = await hashOf('new@example.org');
    expect(await findLink(ports, token)).toBeNull();
    expect(verdictOf(await redeem(token))).toBe('not_found');
    expect(await hashOf('new@example.org')).toEqual(before);
  });

  it.each(KINDS)('of kind %s works once, also when it is used twice at once', async (kind) => {
    const token = await issue(kind);
    for (const opened of [1, 2]) expect([opened, await findLink(ports, token)]).not.toContain(null);
    const two = withFakeHash(await connectAgain());
    const results = await Promise.all([redeem(token), redeem(token, { password: `${PASSWORD}!` }, two)]);
    expect(results.map(verdictOf).sort()).toEqual(['not_found', 'ok']);
    const email = kind === 'invite' ? NEW.email : 'owner@example.org';
    const used = results[0].ok ? PASSWORD : `${PASSWORD}!`;
    expect([await hashOf(email), await sessionsOf(email)]).toEqual([[`hash of ${used}`], 1]);
    expect(verdictOf(await redeem(token))).toBe('not_found');
  });

  it.each(KINDS)('of kind %s stays after a refused form', async (kind) => {
    const token = await issue(kind);
    await directory.write([], ({ identities }) => identities.insert(DISCORD, 'second', T0));
    expect(await redeem(token, { password: 'short' })).toMatchObject({ refusal: { field: 'password' } });
    expect(await redeem(token, { identity: DISCORD })).toMatchObject({ refusal: { field: 'identity' } });
    expect(verdictOf(await redeem(token))).toBe('ok');
  });

  it.each(KINDS)('of kind %s connects Discord instead of a password', async (kind) => {
    const { user } = accepted(await redeem(await issue(kind), { identity: DISCORD }));
    expect(await hashOf(user.email)).toEqual([null]);
    const again = await signInWithIdentity(ports, DISCORD, ORIGIN);
    expect(again).toMatchObject({ kind: 'signed-in', person: { userId: user.id } });
  });

  it('of an invitation makes the person that the admin entered', async () => {
    const { user } = accepted(await redeem(await issue('invite')));
    expect(user).toMatchObject({ ...NEW, isDisabled: false });
    expect(
      await db.rows(`SELECT actor, action FROM audit_log WHERE subject = '${user.id}' ORDER BY id`),
    ).toEqual([
      { actor: 'issuer', action: 'user.invite' },
      { actor: user.id, action: 'user.create' },
    ]);
  });

  it.each([true, false])('of a reset ends all sessions; keeps Discord: %s', async (keepsIdentities) => {
    await directory.write([], ({ identities }) => identities.insert(DISCORD, 'owner', T0));
    const token = await issue('reset');
    expect(await findLink(ports, token)).toMatchObject({ hasIdentities: true });
    expect(await sessionsOf('owner@example.org')).toBe(1);
    accepted(await redeem(token, { password: PASSWORD, keepsIdentities }));
    expect(await db.rows("SELECT hash FROM sessions WHERE hash = 'session of owner'")).toEqual([]);
    expect(await db.rows('SELECT subject FROM identities')).toEqual(
      keepsIdentities ? [{ subject: '42' }] : [],
    );
  });

  it('is stored as a hash, and neither it nor the hash is in the audit log', async () => {
    const token = await issue('invite');
    const stored = JSON.stringify(await db.rows('SELECT * FROM access_links'));
    expect(stored).toContain(ports.secrets.hash(token));
    const log = JSON.stringify(await db.rows('SELECT * FROM audit_log'));
    for (const secret of [token, ports.secrets.hash(token)]) expect(log).not.toContain(secret);
    expect(stored).not.toContain(token);
  });

  it('that has ended explains why its person cannot be an owner; before, they can', async () => {
    await issue('invite');
    const bot = { id: BOT_ID, name: 'New', owner: { email: NEW.email }, plan: 'free' } as const;
    const created = () => createBot(ports, OPERATOR, bot);
    await db.setClock(T0 + LINK_MS);
    const message = 'The invitation of new@example.org has ended: invite them again.';
    expect(await created()).toMatchObject({ refusal: { message, field: 'email' } });
    await db.setClock(T0 + LINK_MS - 1);
    accepted(await created());
  });

  it('is refused for a taken address and for a disabled person', async () => {
    accepted(await changeUser(ports, OPERATOR, { userId: 'owner' }, { isDisabled: true }));
    expect(verdictOf(await ISSUE.reset())).toBe('conflict');
    const taken = await inviteUser(ports, OPERATOR, { ...NEW, email: 'Owner@example.org' });
    expect(taken).toMatchObject({ refusal: { code: 'conflict', field: 'email' } });
  });
});
