import { OPERATOR } from '@/lib/domain/principal';
import { changeUser } from '@/lib/services/change-user';
import { endOwnSessions } from '@/lib/services/end-sessions';
import { makeBot, makeKey, makePerson, type Site, signInOver, valueFrom } from './site';

/** Whoever can come to the service; each with the headers that say who it is. */
export const ACTORS = [
  'anonymous',
  'owner',
  'other owner',
  'admin',
  'disabled',
  'signed out',
  'API key',
] as const;
export type Actor = (typeof ACTORS)[number];

/** A fresh bot with its owner, a key and one of each actor, none of which any other test has touched. */
export type Stage = {
  readonly botId: string;
  readonly keyId: string;
  readonly ownerEmail: string;
  readonly ownerId: string;
  readonly headers: Readonly<Record<Actor, Record<string, string>>>;
};

let stages = 0;

export async function setStage(site: Site): Promise<Stage> {
  const n = ++stages;
  const email = (who: string) => `${who}${n}@example.org`;
  const botId = String(1_283_746_529_000_000_000n + BigInt(n));
  const owner = await makePerson(site, email('owner'), 'owner');
  await makePerson(site, email('other'), 'owner');
  await makePerson(site, email('admin'), 'admin');
  // An admin once, so that what the cookie was worth would show.
  const disabled = await makePerson(site, email('disabled'), 'admin');
  const gone = await makePerson(site, email('gone'), 'admin');
  await makeBot(site, { id: botId, owner: owner.email });
  const { key, keyId } = await makeKey(site, botId);
  const cookieOf = async (who: string) => ({ cookie: await signInOver(site.origin, email(who)) });
  const headers = {
    anonymous: {},
    owner: await cookieOf('owner'),
    'other owner': await cookieOf('other'),
    admin: await cookieOf('admin'),
    disabled: await cookieOf('disabled'),
    'signed out': await cookieOf('gone'),
    'API key': { authorization: `Bearer ${key}` },
  };
  valueFrom(await changeUser(site.ports, OPERATOR, { userId: disabled.id }, { isDisabled: true }));
  valueFrom(await endOwnSessions(site.ports, { kind: 'person', userId: gone.id, role: 'admin' }));
  return { botId, keyId, ownerEmail: owner.email, ownerId: owner.id, headers };
}
