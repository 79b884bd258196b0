import { checkObject } from '@/lib/contract/faults/body';
import { sentBodyText } from '@/lib/contract/sent-body';
import type { KeyCaller } from '@/lib/domain/people/caller';
import { isReadStopped } from '@/lib/ports/fair-reads';
import type { Snapshot } from '@/lib/ports/ports';
import { refuseCall } from '@/lib/services/calls/calls';
import { isHungUp } from '@/lib/services/calls/report';
import { parseBearer } from './bearer';
import {
  apiErrorOf,
  BODY_TOO_LARGE,
  BOT_DISABLED,
  BOT_MISMATCH,
  INVALID_KEY,
  invalidBody,
  invalidQuery,
  TOO_MANY_READS,
  updateTooSoon,
} from './errors';
import {
  type ApiError,
  type Called,
  errorReply,
  type KeyOperation,
  type OperationDeps,
  type Reply,
  type Unchecked,
  withRateLimit,
} from './operation';
import { BodyAborted, readBounded, readJsonBody, readQuery } from './read-body';

/**
 * Authenticates a call, validates it in the contract's order (section 5), runs its operation, and adds the rate limit
 * fields (section 6) to every response after authentication. `received.query` is the query string.
 */
export async function callWithKey(
  deps: OperationDeps,
  operation: KeyOperation,
  received: Unchecked,
): Promise<Reply> {
  const { headers, requestId } = received;
  const bearer = parseBearer(headers.authorization);
  if (!bearer.ok) return errorReply(requestId, bearer.failure);
  const keyHash = deps.hashKey(bearer.key);
  let seen: Snapshot | null = null;
  try {
    seen = await deps.store.find({ keyHash });
    if (seen === null) return refuseKey(deps, operation, received, keyHash);
    const who = { kind: 'key', botId: seen.account.botId, keyHash } as const;
    const called = await checkAndHandle(deps, operation, received, who, seen);
    if (called === null) return refuseKey(deps, operation, received, keyHash);
    const { reply, account, nowMs } = called;
    if (!('error' in reply)) return withRateLimit(reply, account, nowMs);
    noteRefusal(deps, operation, requestId, keyHash, reply, nowMs, called.sent);
    return withRateLimit(errorReply(requestId, reply), account, nowMs);
  } catch (error) {
    if (error instanceof BodyAborted) throw error;
    const found = seen;
    const withFields = (reply: Reply) => (found ? withRateLimit(reply, found.account, found.nowMs) : reply);
    // Not noted or counted: a client that hung up leaves nothing behind (contract rule 6).
    if (isHungUp(error) && found)
      return withFields(errorReply(requestId, updateTooSoon(found.account, found.nowMs)));
    if (isReadStopped(error)) return withFields(errorReply(requestId, TOO_MANY_READS));
    deps.onError(error, requestId);
    // As far as is known nothing was stored, so the earlier state still holds.
    return withFields(errorReply(requestId, apiErrorOf(error)));
  }
}

/** Refuses a key that is not live, or not known: the recorder finds out. */
function refuseKey(
  deps: OperationDeps,
  operation: KeyOperation,
  { requestId }: Unchecked,
  keyHash: string,
): Reply {
  noteRefusal(deps, operation, requestId, keyHash, INVALID_KEY, null);
  return errorReply(requestId, INVALID_KEY);
}

async function checkAndHandle(
  deps: OperationDeps,
  operation: KeyOperation,
  received: Unchecked,
  who: KeyCaller,
  seen: Snapshot,
): Promise<Called> {
  const { account } = seen;
  // Before the body is read: a disabled bot learns nothing about it (order of checks, section 5).
  if (account.isDisabled) return refuse(deps, who, seen, BOT_DISABLED);
  let body: unknown;
  if (operation.ignoresBody && (await readBounded(received)) === null) {
    return refuse(deps, who, seen, BODY_TOO_LARGE);
  }
  if (operation.body !== undefined) {
    const read = await readJsonBody(received);
    if (!read.ok) return refuse(deps, who, seen, read.failure);
    const checked = checkObject(operation.body.schema, read.value, operation.body.otherNames);
    if (!checked.ok) {
      const called = await refuse(deps, who, seen, invalidBody(checked.issues));
      // Of a report, whose fields have known other names.
      return called && operation.body.otherNames ? { ...called, sent: sentBodyText(read.value) } : called;
    }
    body = checked.value;
  }
  const query = readQuery(operation, received.query);
  if (!query.ok) return refuse(deps, who, seen, query.failure);
  const issues = operation.issuesAt?.(query.value, seen.nowMs) ?? [];
  if (issues.length > 0) return refuse(deps, who, seen, invalidQuery(issues));
  const { botId = who.botId } = received.params;
  if (botId !== who.botId) return refuse(deps, who, seen, BOT_MISMATCH);
  return operation.handle(deps, { ...received, who, seen, query: query.value, body });
}

/** Counts the refusal under `rejected` (contract rule 4). */
async function refuse(
  deps: OperationDeps,
  { keyHash }: KeyCaller,
  seen: Snapshot,
  refusal: ApiError,
): Promise<Called> {
  const called = await refuseCall(deps, { keyHash }, refusal.error, seen);
  if (called === null) return null;
  const { account, nowMs, outcome } = called;
  const isDisabledNow = outcome.kind === 'refused' && outcome.error === 'bot_disabled';
  return { account, nowMs, reply: isDisabledNow ? BOT_DISABLED : refusal };
}

/**
 * Notes a refused call for its bot's activity. `atMs` is `null` if the key is not live, or not known: the recorder finds
 * out. Messages and `sent` show nothing that the client wrote; of the rest only the request id is passed on.
 */
function noteRefusal(
  deps: Pick<OperationDeps, 'noteRefusal'>,
  { method, path }: Pick<KeyOperation, 'method' | 'path'>,
  requestId: string,
  keyHash: string,
  refusal: ApiError,
  atMs: number | null,
  sent = '',
): void {
  const { error, message } = refusal;
  deps.noteRefusal?.({
    of: { keyHash },
    operation: `${method} ${path}`,
    error,
    message,
    requestId,
    atMs,
    sent,
  });
}
