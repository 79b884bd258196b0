import type { Account } from '@/lib/domain/account';
import { isStorageUnavailable, type Ports, type Snapshot } from '@/lib/services/ports';
import { parseBearer } from './bearer';
import {
  BOT_DISABLED,
  BOT_MISMATCH,
  INTERNAL_ERROR,
  INVALID_JSON,
  INVALID_KEY,
  quotaExceeded,
  STORAGE_UNAVAILABLE,
  updateTooSoon,
} from './failures';
import { BodyAborted } from './read-body';
import { type Failure, failure, type Reply, withRateLimit } from './reply';

/** What a handler of a metered endpoint is given: a request whose key was valid when it came. */
export type Call = {
  readonly request: Request;
  readonly requestId: string;
  readonly keyHash: string;
  /** The key's bot as it stood then. */
  readonly seen: Snapshot;
};

/** What a store call came to; `null` when the key was revoked while the call was under way. */
type Called = (Snapshot & { readonly reply: Reply | Failure }) | null;

export type MeteredDeps = Pick<Ports, 'store'> & {
  readonly hashKey: (key: string) => string;
  readonly onError: (error: unknown, requestId: string) => void;
};

/** Authenticates, lets `handle` decide, and gives every answer after that the rate limit fields (contract section 6). */
export async function metered(
  deps: MeteredDeps,
  request: Request,
  requestId: string,
  handle: (call: Call) => Promise<Called>,
): Promise<Reply> {
  const bearer = parseBearer(request.headers.get('authorization'));
  if (!bearer.ok) return failure(requestId, bearer.failure);
  const keyHash = deps.hashKey(bearer.key);
  let seen: Snapshot | null = null;
  try {
    seen = await deps.store.find({ keyHash });
    if (seen === null) return failure(requestId, INVALID_KEY);
    const called = await handle({ request, requestId, keyHash, seen });
    if (called === null) return failure(requestId, INVALID_KEY);
    const reply = 'error' in called.reply ? failure(requestId, called.reply) : called.reply;
    return withRateLimit(reply, called.account, called.nowMs);
  } catch (error) {
    if (error instanceof BodyAborted) return failure(requestId, INVALID_JSON);
    deps.onError(error, requestId);
    const failed = failure(requestId, isStorageUnavailable(error) ? STORAGE_UNAVAILABLE : INTERNAL_ERROR);
    // Nothing was stored, so the state after the decision is the one that was seen.
    return seen === null ? failed : withRateLimit(failed, seen.account, seen.nowMs);
  }
}

/** The failure of a refusal that the account's state decided. */
export function stateFailure(
  error: 'bot_disabled' | 'bot_mismatch' | 'quota_exceeded' | 'update_too_soon',
  account: Account,
  nowMs: number,
): Failure {
  switch (error) {
    case 'bot_disabled':
      return BOT_DISABLED;
    case 'bot_mismatch':
      return BOT_MISMATCH;
    case 'quota_exceeded':
      return quotaExceeded(account, nowMs);
    case 'update_too_soon':
      return updateTooSoon(account, nowMs);
  }
}
