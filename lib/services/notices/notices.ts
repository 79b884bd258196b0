import type { NoticeKind } from '@/lib/domain/alerts/notification';
import type { Caller, Identity } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { writeAsPerson } from '../write';

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

/** Removes notices that the caller has seen; other people's notices stay. */
export async function dismissOwnNotices(
  ports: Ports,
  who: Caller,
  ids: readonly string[],
): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async ({ notices }, _, { user: { id } }) => {
    await notices.delete(id, ids);
    return done(null);
  });
}
