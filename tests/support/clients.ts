import { OPERATOR } from '@/lib/domain/caller';
import type { Role, User } from '@/lib/domain/user';
import { endOwnSessions } from '@/lib/services/sessions/end-own';
import { changeUser } from '@/lib/services/users/change';
import { accepted } from './result';
import { openSession, sessionCookie } from './session';
import { makeBot, makeKey, makePerson, type Site } from './site';

/** Every kind of client that can send a request. */
export const CLIENTS = [
  'anonymous',
  'owner',
  'other owner',
  'admin',
  'disabled',
  'signed out',
  'API key',
] as const;
export type ClientName = (typeof CLIENTS)[number];

/** A new bot with its owner and key, and the headers of each client. No other test uses them. */
export type ClientContext = {
  readonly botId: string;
  readonly keyId: string;
  readonly ownerEmail: string;
  readonly ownerId: string;
  readonly headers: Readonly<Record<ClientName, Record<string, string>>>;
};

let created = 0;

/** `only`: the clients that the test uses beside the owner; the others have no headers, as an anonymous one. */
export async function createClients(
  site: Site,
  only: readonly ClientName[] = CLIENTS,
): Promise<ClientContext> {
  const n = ++created;
  const botId = String(1_283_746_529_000_000_000n + BigInt(n));
  const make = (who: string, role: Role) => makePerson(site, `${who}${n}@example.org`, role);
  const signedIn = async ({ email }: User) => ({ cookie: await sessionCookie(site, email) });
  const owner = await make('owner', 'owner');
  await makeBot(site, { id: botId, owner: owner.email });
  const { key, keyId } = await makeKey(site, botId);
  const others: Readonly<Record<Exclude<ClientName, 'owner'>, () => Promise<Record<string, string>>>> = {
    anonymous: async () => ({}),
    'other owner': async () => signedIn(await make('other', 'owner')),
    admin: async () => signedIn(await make('admin', 'admin')),
    // Made admins, so that a cookie that still worked would show.
    disabled: async () => {
      const person = await make('disabled', 'admin');
      const headers = await signedIn(person);
      accepted(await changeUser(site.ports, OPERATOR, { userId: person.id }, { isDisabled: true }));
      return headers;
    },
    'signed out': async () => {
      const { cookie, who } = await openSession(site, (await make('gone', 'admin')).email);
      accepted(await endOwnSessions(site.ports, who));
      return { cookie };
    },
    'API key': async () => ({ authorization: `Bearer ${key}` }),
  };
  const headers = Object.fromEntries(CLIENTS.map((name) => [name, {}])) as Record<
    ClientName,
    Record<string, string>
  >;
  headers.owner = await signedIn(owner);
  for (const name of only) if (name !== 'owner') headers[name] = await others[name]();
  return { botId, keyId, ownerEmail: owner.email, ownerId: owner.id, headers };
}
