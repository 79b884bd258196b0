import { checkObject } from '@/lib/contract/faults/body';
import { sentBodyText } from '@/lib/contract/sent-body';
import type { KeyCaller } from '@/lib/domain/people/caller';
import { isReadStopped } from '@/lib/ports/fair-reads';
import type { Snapshot } from '@/lib/ports/ports';
import { isHungUp } from '@/lib/services/calls/report';
import { parseBearer } from './bearer';
import { refuse } from './counted-reply';
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
  type CallResult,
  errorReply,
  type KeyOperation,
  type OperationDeps,
  type Reply,
  type UncheckedRequest,
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
  received: UncheckedRequest,
): Promise<Reply> {
  const { headers, requestId } = received;
  const bearer = parseBearer(headers.authorization);
  if (!bearer.ok) return errorReply(requestId, bearer.failure);
  const keyHash = deps.hashKey(bearer.key);
  let snapshot: Snapshot | null = null;
  try {
    snapshot = await deps.store.find({ keyHash });
    if (snapshot === null) return refuseKey(deps, operation, received, keyHash);
    const who = { kind: 'key', botId: snapshot.account.botId, keyHash } as const;
    const result = await checkAndHandle(deps, operation, received, who, snapshot);
    if (result === null) return refuseKey(deps, operation, received, keyHash);
    const { reply, account, nowMs } = result;
    if (!('error' in reply)) return withRateLimit(reply, account, nowMs);
    noteRefusal(deps, operation, requestId, keyHash, reply, nowMs, result.sent);
    return withRateLimit(errorReply(requestId, reply), account, nowMs);
  } catch (error) {
    if (error instanceof BodyAborted) throw error;
    const found = snapshot;
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
  { requestId }: UncheckedRequest,
  keyHash: string,
): Reply {
  noteRefusal(deps, operation, requestId, keyHash, INVALID_KEY, null);
  return errorReply(requestId, INVALID_KEY);
}

async function checkAndHandle(
  deps: OperationDeps,
  operation: KeyOperation,
  received: UncheckedRequest,
  who: KeyCaller,
  snapshot: Snapshot,
): Promise<CallResult> {
  const call = { ref: { keyHash: who.keyHash }, snapshot };
  // Before the body is read: a disabled bot learns nothing about it (order of checks, section 5).
  if (snapshot.account.isDisabled) return refuse(deps, call, BOT_DISABLED);
  let body: unknown;
  if (operation.ignoresBody && (await readBounded(received)) === null) {
    return refuse(deps, call, BODY_TOO_LARGE);
  }
  if (operation.body !== undefined) {
    const read = await readJsonBody(received);
    if (!read.ok) return refuse(deps, call, read.failure);
    const checked = checkObject(operation.body.schema, read.value, operation.body.otherNames);
    if (!checked.ok) {
      const result = await refuse(deps, call, invalidBody(checked.issues));
      // Of a report, whose fields have known other names.
      return result && operation.body.otherNames ? { ...result, sent: sentBodyText(read.value) } : result;
    }
    body = checked.value;
  }
  const query = readQuery(operation, received.query);
  if (!query.ok) return refuse(deps, call, query.failure);
  const issues = operation.issuesAt?.(query.value, snapshot.nowMs) ?? [];
  if (issues.length > 0) return refuse(deps, call, invalidQuery(issues));
  const { botId = who.botId } = received.params;
  if (botId !== who.botId) return refuse(deps, call, BOT_MISMATCH);
  return operation.handle(deps, { ...received, ...call, who, query: query.value, body });
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
