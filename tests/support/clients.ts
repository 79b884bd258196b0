import { OPERATOR } from '@/lib/domain/caller';
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

export async function createClients(site: Site): Promise<ClientContext> {
  const n = ++created;
  const email = (who: string) => `${who}${n}@example.org`;
  const botId = String(1_283_746_529_000_000_000n + BigInt(n));
  const owner = await makePerson(site, email('owner'), 'owner');
  await makePerson(site, email('other'), 'owner');
  await makePerson(site, email('admin'), 'admin');
  // Made an admin, so that a cookie that still worked would show.
  const disabled = await makePerson(site, email('disabled'), 'admin');
  await makePerson(site, email('gone'), 'admin');
  const gone = await openSession(site, email('gone'));
  await makeBot(site, { id: botId, owner: owner.email });
  const { key, keyId } = await makeKey(site, botId);
  const cookieOf = async (who: string) => ({ cookie: await sessionCookie(site, email(who)) });
  const headers = {
    anonymous: {},
    owner: await cookieOf('owner'),
    'other owner': await cookieOf('other'),
    admin: await cookieOf('admin'),
    disabled: await cookieOf('disabled'),
    'signed out': { cookie: gone.cookie },
    'API key': { authorization: `Bearer ${key}` },
  };
  accepted(await changeUser(site.ports, OPERATOR, { userId: disabled.id }, { isDisabled: true }));
  accepted(await endOwnSessions(site.ports, gone.who));
  return { botId, keyId, ownerEmail: owner.email, ownerId: owner.id, headers };
}
