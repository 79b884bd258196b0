import { type AccessLink, isLinkLive } from '@/lib/domain/people/access-link';
import type { Identity, User } from '@/lib/domain/people/caller';
import { passwordError } from '@/lib/domain/people/names';
import type { Lock, Ports, Tables } from '@/lib/ports/ports';
import { disconnectAll } from '../identities/own';
import { findOpen } from '../people/read';
import { conflict, done, invalid, notFound, type Result } from '../result';
import { type Opened, type Origin, openSession } from '../sessions/open';
import { insertUser } from '../users/create';
import { emailLock, FIRST_ADMIN_LOCK, identityLock, personLock, shared } from '../write';

/** What the page of a link shows. */
type FoundLink = Pick<AccessLink, 'kind' | 'email' | 'role' | 'expiresAtMs'> & {
  /** Whether accounts at other providers sign the person in. */
  readonly hasIdentities: boolean;
};

/** The working link of a token; `null` if it was used, voided or has expired. Uses nothing up. */
export async function findLink(
  ports: Pick<Ports, 'directory' | 'ownersInvite' | 'secrets'>,
  token: string,
): Promise<FoundLink | null> {
  return ports.directory.read(async (tables, nowMs) => {
    const link = await readLink(tables, ports, ports.secrets.hash(token), nowMs);
    if (link === null) return null;
    const { kind, email, role, expiresAtMs, userId } = link;
    const hasIdentities = (await tables.identities.listOfUser(userId)).length > 0;
    return { kind, email, role, expiresAtMs, hasIdentities };
  });
}

/**
 * findLink inside a transaction, by the token's hash. A link dies with its issuer's rights and with its person; one to become
 * a person of a bot, with that invitation and once somebody has the address.
 */
export async function readLink(
  tables: Tables,
  { ownersInvite }: Pick<Ports, 'ownersInvite'>,
  hash: string,
  nowMs: number,
): Promise<AccessLink | null> {
  const { accessLinks, users } = tables;
  const link = await accessLinks.find(hash);
  if (link === null || nowMs >= link.expiresAtMs) return null;
  if (!isLinkLive(link, await users.findById(link.issuer), nowMs)) {
    const { issuer: botId, email } = link;
    const isAsked = ownersInvite && (await findOpen(tables, botId, email, nowMs)) !== null;
    return isAsked && (await users.findByEmail(email)) === null ? link : null;
  }
  if (link.kind === 'invite') return link;
  const person = await users.findById(link.userId);
  return person === null || person.isDisabled ? null : link;
}

/** How the person signs in from now on. */
export type Credential =
  | { readonly password: string; readonly keepsIdentities?: boolean }
  | { readonly identity: Identity };

type Checked = { readonly passwordHash: string | null; readonly identity: Identity | null };
type Use = Checked & { readonly keepsIdentities: boolean };

/** Uses a link up and signs its person in: an invited person is created, a known one gets a new way to sign in. */
export async function redeemLink(
  ports: Ports,
  token: string,
  credential: Credential,
  origin: Origin,
): Promise<Result<{ readonly user: User; readonly signedIn: Opened }>> {
  const hash = ports.secrets.hash(token);
  const seen = await ports.directory.read((tables, nowMs) => readLink(tables, ports, hash, nowMs));
  if (seen === null) return linkVoid();
  const use = await prepare(ports, credential);
  if (!use.ok) return use;
  return ports.directory.write(locksOf(seen, use.value), async (tables, nowMs) => {
    // Read again: it may have been used or voided while the password was hashed.
    const link = await readLink(tables, ports, hash, nowMs);
    if (link === null) return linkVoid();
    const holder = use.value.identity && (await tables.identities.findUserId(use.value.identity));
    if (holder !== null && holder !== link.userId) {
      return conflict('This Discord account is connected to another person.', 'identity');
    }
    const applied = await (link.kind === 'invite' ? accept : reset)(tables, ports, link, use.value, nowMs);
    if (!applied.ok) return applied;
    await tables.accessLinks.deleteOfAddress(link.kind, link.email);
    const user = applied.value;
    const signedIn = await openSession(tables, ports, user, { ...origin, method: link.kind }, nowMs);
    return done({ user, signedIn });
  });
}

export const linkVoid = () => notFound('This link has been used, was replaced or has expired.', 'token');

async function prepare(ports: Ports, credential: Credential): Promise<Result<Use>> {
  if ('identity' in credential) {
    return done({ passwordHash: null, identity: credential.identity, keepsIdentities: false });
  }
  const { password, keepsIdentities = false } = credential;
  const fault = passwordError(password);
  if (fault !== null) return invalid(fault, 'password');
  return done({ passwordHash: await ports.passwords.hash(password), identity: null, keepsIdentities });
}

/** The issuer must not lose the right meanwhile, nor the address or the identity become another person's. */
const locksOf = (link: AccessLink, { identity }: Use): Lock[] => [
  shared(personLock(link.issuer)),
  personLock(link.userId),
  emailLock(link.email),
  ...(identity === null ? [] : [identityLock(identity)]),
  ...(link.kind === 'invite' ? [shared(FIRST_ADMIN_LOCK)] : []),
];

async function accept(
  tables: Tables,
  _: Ports,
  { userId: id, email, name, role }: AccessLink,
  { passwordHash, identity }: Use,
  nowMs: number,
): Promise<Result<User>> {
  const user = { id, email, name, role, isDisabled: false };
  const created = await insertUser(tables, id, { user, passwordHash }, nowMs);
  if (created.ok && identity !== null) await connect(tables, created.value.id, identity, nowMs);
  return created;
}

async function reset(
  tables: Tables,
  ports: Ports,
  { userId }: AccessLink,
  { passwordHash, identity, keepsIdentities }: Use,
  nowMs: number,
): Promise<Result<User>> {
  const user = await tables.users.findById(userId);
  if (user === null) return linkVoid();
  await tables.users.setPasswordHash(userId, passwordHash);
  await tables.sessions.deleteOfUser(userId);
  const after = { method: identity?.provider ?? 'password' };
  await tables.audit.append({ actor: userId, action: 'user.set-password', subject: userId, after }, nowMs);
  if (!keepsIdentities) await disconnectAll(tables, ports, userId, userId, nowMs);
  if (identity !== null) await connect(tables, userId, identity, nowMs);
  return done(user);
}

async function connect({ identities, audit }: Tables, userId: string, identity: Identity, nowMs: number) {
  await identities.insert(identity, userId, nowMs);
  const after = { provider: identity.provider, account: identity.subject };
  await audit.append({ actor: userId, action: 'identity.connect', subject: userId, after }, nowMs);
}
