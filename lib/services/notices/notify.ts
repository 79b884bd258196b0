import type { Identity } from '@/lib/domain/identity';
import type { NoticeKind } from '@/lib/domain/notice';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

type NewNotice = { readonly kind: NoticeKind; readonly actor: string; readonly identity?: Identity };

/** Stores a notice, which is shown to the person on every page until they dismiss it. */
export async function notifyPerson(
  { notices }: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  userId: string,
  { kind, actor, identity }: NewNotice,
  nowMs: number,
): Promise<void> {
  const detail = identity === undefined ? '' : `${identity.provider} ${identity.subject}`;
  await notices.insert({ id: secrets.newId(), atMs: nowMs, kind, actor, detail }, userId);
}
