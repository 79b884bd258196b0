import type { Identity } from '@/lib/domain/identity';
import type { NoticeKind } from '@/lib/domain/notice';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

type NewNotice = {
  readonly kind: NoticeKind;
  readonly actor: string;
  /** See PersonNotice; `identity` instead of it for an identity. */
  readonly detail?: string;
  readonly identity?: Identity;
};

/** Stores a notice, which is shown to the person on every page until they dismiss it. */
export async function notifyPerson(
  { notices }: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  userId: string,
  { kind, actor, identity, detail = '' }: NewNotice,
  nowMs: number,
): Promise<void> {
  const about = identity === undefined ? detail : `${identity.provider} ${identity.subject}`;
  await notices.insert({ id: secrets.newId(), atMs: nowMs, kind, actor, detail: about }, userId);
}
