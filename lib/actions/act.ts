import { headers } from 'next/headers';
import { container } from '@/lib/container';
import type { DeniableAction } from '@/lib/domain/people/audit';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { originRefusal } from '@/lib/request/same-origin';
import type { Refusal, Result } from '@/lib/services/result';
import { countChange } from '@/lib/services/users/count-change';
import { caller } from '@/lib/session/current-user';

/**
 * Runs a service for a server action: refuses cross-origin requests and too many changes, records denials, and turns an
 * unavailable database into a message.
 */
export async function act<T>(
  name: DeniableAction,
  service: (ports: Ports, who: Caller) => Promise<Result<T>>,
): Promise<Result<T>> {
  // Next accepts an action without Origin; with cookie authentication that would allow cross-site requests.
  const foreign = originRefusal(await headers());
  if (foreign !== null) return { ok: false, refusal: { code: 'forbidden', message: foreign.text } };
  const { ports, log, metrics, denials, pageRequests } = container();
  try {
    const who = await caller();
    const counted = await countChange(ports, who).catch(notCounted);
    if (!counted.ok) {
      pageRequests.refuse(counted.refusal.retryAfterMs ?? 0);
      return counted;
    }
    const result = await service(ports, who);
    if (!result.ok && result.refusal.isDenial) {
      metrics?.denied(name, who.kind);
      denials.note({ who, what: name });
      // A page with a form was shown to someone signed in: that session has ended.
      if (who.kind === 'anonymous') return { ok: false, refusal: SIGNED_OUT };
    }
    return result;
  } catch (error) {
    log.error({ err: error, action: name }, 'an action failed');
    return { ok: false, refusal: refusalOf(error) };
  }
}

/** A database that cannot count a change cannot store one: what is only read still gets its response. */
function notCounted(error: unknown): Result<null> {
  if (!isStorageUnavailable(error)) throw error;
  return { ok: true, value: null };
}

function refusalOf(error: unknown): Refusal {
  if (!isStorageUnavailable(error)) return DEFECT;
  return error.isOutcomeUnknown ? OUTCOME_UNKNOWN : STORAGE;
}

const SIGNED_OUT: Refusal = { code: 'signed_out', message: 'You are signed out.' };
const OUTCOME_UNKNOWN: Refusal = {
  code: 'unavailable',
  message: 'The database did not confirm this: it may have been stored. Reload the page to see.',
};
const STORAGE: Refusal = {
  code: 'unavailable',
  message: 'The database cannot store anything at the moment. Nothing was changed; try again soon.',
};
const DEFECT: Refusal = {
  code: 'unavailable',
  message: 'Something went wrong on our side. It may have been stored: look before you send it again.',
};
