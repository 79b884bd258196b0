import { type AccessLink, isLinkLive, LINK_MS, OWN_RESET_MS } from '@/lib/domain/people/access-link';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { conflict, done, forbidden, notFound, type Result } from '../result';
import { may } from '../rights';
import { writeOnUser } from '../users/change';
import { checkPerson, type NewPerson } from '../users/create';
import type { UserRef } from '../users/find';
import { emailLock, personLock, writeAsAdmin } from '../write';

/** A link's token, which is shown once and stored nowhere but, encrypted, with a mail that waits. */
export type IssuedLink = {
  readonly token: string;
  readonly link: AccessLink;
  /** Whether it is also sent by email. */
  readonly isMailed: boolean;
};

type NewLink = Pick<AccessLink, 'kind' | 'userId' | 'email' | 'name' | 'role' | 'issuer'>;

/** Stores a new link of an admin, voids the earlier one for the same address, and mails it if there is SMTP_URL. */
async function issueLink(
  tables: Tables,
  ports: Pick<Ports, 'secrets' | 'vault' | 'mailer'>,
  link: NewLink,
  nowMs: number,
): Promise<IssuedLink> {
  await tables.accessLinks.deleteOfAddress(link.kind, link.email);
  const issued = await storeLink(tables, ports, link, nowMs + LINK_MS, nowMs);
  const isMailed = ports.mailer !== null;
  if (isMailed) {
    const { kind, userId, email: recipient } = link;
    const mail = { id: `link_${ports.secrets.newId()}`, kind, userId, botId: '', eventId: '', recipient };
    await tables.mails.insert([{ ...mail, sealed: ports.vault.seal(issued.token) }], nowMs);
  }
  return { ...issued, isMailed };
}

/** Stores a link for a person who forgot their password. It voids none but the earlier one of this kind. */
export async function issueOwnReset(
  tables: Tables,
  ports: Pick<Ports, 'secrets'>,
  { id: userId, email, name, role }: { id: string } & Pick<NewLink, 'email' | 'name' | 'role'>,
  nowMs: number,
): Promise<string> {
  const link = { kind: 'reset', userId, email, name, role, issuer: userId } as const;
  await tables.accessLinks.deleteOfAddress(link.kind, email, userId);
  return (await storeLink(tables, ports, link, nowMs + OWN_RESET_MS, nowMs)).token;
}

/**
 * Stores a link for a person without an account who is asked to become one of a bot, until `expiresAtMs`; `null` if an admin has
 * invited them. It works while the invitation to the bot is open (readLink), and gives no more than an account.
 */
export async function issueJoin(
  tables: Tables,
  ports: Pick<Ports, 'secrets'>,
  { botId, email }: { readonly botId: string; readonly email: string },
  expiresAtMs: number,
  nowMs: number,
): Promise<Pick<IssuedLink, 'token' | 'link'> | null> {
  await tables.accessLinks.deleteExpired(nowMs);
  const earlier = await tables.accessLinks.findInvitation(email);
  if (earlier !== null && isLinkLive(earlier, await tables.users.findById(earlier.issuer), nowMs))
    return null;
  await tables.accessLinks.deleteOfAddress('invite', email, botId);
  const checked = checkPerson(ports, { email, role: 'owner' });
  if (!checked.ok) return null;
  const { id: userId, name, role } = checked.value;
  return storeLink(
    tables,
    ports,
    { kind: 'invite', userId, email, name, role, issuer: botId },
    expiresAtMs,
    nowMs,
  );
}

async function storeLink(
  { accessLinks }: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  link: NewLink,
  expiresAtMs: number,
  nowMs: number,
): Promise<Pick<IssuedLink, 'token' | 'link'>> {
  const token = secrets.newToken();
  const stored = { ...link, hash: secrets.hash(token), createdAtMs: nowMs, expiresAtMs };
  await accessLinks.deleteExpired(nowMs);
  await accessLinks.insert(stored);
  return { token, link: stored };
}

/** Issues a link with which a new person chooses how to sign in. Refuses a taken address and an invalid name. */
export async function inviteUser(ports: Ports, who: Caller, input: NewPerson): Promise<Result<IssuedLink>> {
  if (!may(who, null, 'administer')) return forbidden();
  const checked = checkPerson(ports, input);
  if (!checked.ok) return checked;
  const { id, email, name, role } = checked.value;
  return writeAsAdmin(ports, who, [emailLock(email)], async (tables, nowMs, caller, record) => {
    const existing = await tables.users.findByEmail(email);
    if (existing !== null && !existing.isInvited) {
      return conflict(`There is already a user with the address ${email}.`, 'email');
    }
    const actor = actorOf(caller);
    // Who owns bots already gets them with the invitation.
    const userId = existing?.id ?? id;
    const invited = { kind: 'invite', userId, email, name, role, issuer: actor } as const;
    const issued = await issueLink(tables, ports, invited, nowMs);
    const after = { email, name, role };
    await record('user.invite', userId, { after });
    return done(issued);
  });
}

/** Issues a link with which a person replaces their password. Nothing changes for them until it is used. */
export async function issueReset(ports: Ports, who: Caller, ref: UserRef): Promise<Result<IssuedLink>> {
  return writeOnUser(ports, who, ref, [], async (tables, nowMs, user, record) => {
    if (user.isDisabled) return conflict(`${user.email} is disabled; enable them first.`);
    const { id: userId, email, name, role } = user;
    const actor = actorOf(who);
    const reset = { kind: 'reset', userId, email, name, role, issuer: actor } as const;
    const issued = await issueLink(tables, ports, reset, nowMs);
    await record('user.reset', userId);
    return done(issued);
  });
}

/** Voids the open invitation of `userId`, the id that its person would get. */
export async function withdrawInvitation(ports: Ports, who: Caller, userId: string): Promise<Result<null>> {
  if (!may(who, null, 'administer')) return forbidden();
  return writeAsAdmin(ports, who, [personLock(userId)], async (tables, _nowMs, _caller, record) => {
    if ((await tables.accessLinks.deleteOfUser(userId, 'invite')) === 0) {
      return notFound('This invitation has been used, was replaced or has expired.');
    }
    await record('user.uninvite', userId);
    return done(null);
  });
}

/** An open invitation; `issuerName` is `null` for the operator’s. Never contains the hash. */
type Invitation = Omit<AccessLink, 'hash' | 'kind'> & { readonly issuerName: string | null };

/** The most invitations that are listed. */
const INVITATIONS_MAX = 100;

/** The open invitations, newest first. */
export async function listInvitations({ directory }: Ports, who: Caller): Promise<Result<Invitation[]>> {
  if (!may(who, null, 'administer')) return forbidden();
  return directory.read(async ({ accessLinks, users }, nowMs) => {
    const links = await accessLinks.listInvitations(nowMs, INVITATIONS_MAX);
    const issuers = new Map((await users.listByIds(links.map(({ issuer }) => issuer))).map((u) => [u.id, u]));
    return done(
      links
        .filter((link) => isLinkLive(link, issuers.get(link.issuer) ?? null, nowMs))
        .map(({ hash: _, kind: __, ...link }) => ({
          ...link,
          issuerName: issuers.get(link.issuer)?.name ?? null,
        })),
    );
  });
}
