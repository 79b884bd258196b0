import { type AccessLink, LINK_MS, OWN_RESET_MS } from '@/lib/domain/access-link';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

/** A link's token, which is shown once and stored nowhere but, encrypted, with a mail that waits. */
export type IssuedLink = {
  readonly token: string;
  readonly link: AccessLink;
  /** Whether it is also sent by e-mail. */
  readonly isMailed: boolean;
};

type NewLink = Pick<AccessLink, 'kind' | 'userId' | 'email' | 'name' | 'role' | 'issuer'>;

/** Stores a new link of an admin, voids the earlier one for the same address, and mails it if there is SMTP_URL. */
export async function issueLink(
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
