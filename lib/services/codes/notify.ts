import type { FactorNotice } from '@/lib/domain/alerts/notification';
import type { User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { notifyPerson } from '../notices/notices';

export type FactorPorts = Pick<
  Ports,
  'directory' | 'secrets' | 'mailer' | 'factorVault' | 'totp' | 'factorPolicy'
>;

/** Tells a person what became of their second factor: by a notice on every page, and by mail. */
export async function notifyOfFactor(
  tables: Tables,
  { secrets, mailer }: Pick<Ports, 'secrets' | 'mailer'>,
  { id: userId, email: recipient }: Pick<User, 'id' | 'email'>,
  { kind, actor }: { readonly kind: FactorNotice; readonly actor: string },
  nowMs: number,
): Promise<void> {
  await notifyPerson(tables, { secrets }, userId, { kind, actor }, nowMs);
  if (mailer === null) return;
  const id = `factor_${secrets.newId()}`;
  const mail = { id, kind: 'factor', userId, botId: '', eventId: kind, recipient, sealed: null } as const;
  await tables.mails.insert([mail], nowMs);
}
