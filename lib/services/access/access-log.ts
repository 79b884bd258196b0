import type { AccessRecord, DeniableAction } from '@/lib/domain/people/audit';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { searchIn } from '../search';

/** A request by `who` for `what`, which was denied. */
export type Denial = { readonly who: Caller; readonly what: DeniableAction };

/**
 * Records denials of signed-in people in one transaction. Anonymous denials are only counted in the metrics: anyone
 * can cause any number of them.
 */
export async function recordDenials(
  { directory }: Pick<Ports, 'directory'>,
  denials: readonly Denial[],
): Promise<void> {
  const events = denials.flatMap(({ who, what }) =>
    who.kind === 'person' ? [{ kind: 'deny', subject: who.userId, detail: what, address: '' } as const] : [],
  );
  if (events.length === 0) return;
  // In one order: two instances that record the same people never wait for each other.
  events.sort((a, b) => (a.subject < b.subject ? -1 : 1));
  await directory.write([], async ({ access }, nowMs) => {
    for (const event of events) await access.record(event, nowMs);
  });
}

/** Searches sign-ins and denials. */
export const searchAccess = searchIn<AccessRecord>(({ access }, query) => access.search(query));
