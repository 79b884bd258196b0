import { findSourceOf, receiveVote } from '@/lib/services/votes/receive';
import {
  BODY_TOO_LARGE,
  BOT_MISMATCH,
  INVALID_KEY,
  invalidBody,
  invalidJson,
  MISSING_KEY,
  methodNotAllowed,
  NOT_FOUND,
} from './errors';
import { jsonFault, UTF8 } from './json-fault';
import { errorReply, type OperationDeps, type Received, type Reply, success } from './operation';
import { BodyAborted, INCOMPLETE, readBounded } from './read-body';
import type { Route } from './router';

/** What a list sends, checked in the order of the contract (section 10): lists repeat after a 5xx and never after a 4xx. */
export async function callFromList(
  { votes }: OperationDeps,
  { operations, allow }: Route,
  { request, requestId, params }: Received,
): Promise<Reply> {
  const token = params.sourceToken;
  const found = votes && token !== undefined ? await findSourceOf(votes.ports, token) : null;
  if (votes === undefined || found === null) return errorReply(requestId, NOT_FOUND);
  if (!operations.has(request.method)) return errorReply(requestId, methodNotAllowed(allow));
  const { kind } = found.source;
  try {
    const body = await readBounded(request);
    if (body === null) return errorReply(requestId, BODY_TOO_LARGE);
    const header = (name: string) => request.headers.get(name);
    const received = await receiveVote(votes.ports, votes.inbox, found, { header, body, text: textOf(body) });
    switch (received.kind) {
      case 'unauthorized':
        votes.count?.(kind, 'unauthorized');
        return errorReply(requestId, received.isMissing ? NO_PROOF : WRONG_PROOF);
      case 'invalid_json':
        votes.count?.(kind, received.kind);
        return errorReply(requestId, invalidJson(jsonFault(body)));
      case 'invalid_body':
        votes.count?.(kind, received.kind);
        return errorReply(requestId, invalidBody(received.issues));
      case 'bot_mismatch':
        votes.count?.(kind, received.kind);
        return errorReply(requestId, OTHER_BOT);
      case 'gone':
        return errorReply(requestId, NOT_FOUND);
      case 'taken':
        votes.count?.(kind, received.outcome);
        return success({ stored: received.outcome === 'stored' });
    }
  } catch (error) {
    if (error instanceof BodyAborted) return errorReply(requestId, invalidJson(INCOMPLETE));
    throw error;
  }
}

function textOf(body: Uint8Array): string | null {
  try {
    return UTF8.decode(body);
  } catch {
    return null;
  }
}

const NO_PROOF = {
  ...MISSING_KEY,
  message:
    'The secret or signature of this source is missing: see the bot’s Settings for what to set at the list.',
};
const WRONG_PROOF = {
  ...INVALID_KEY,
  message: 'The secret or signature is not that of this source, or its time is more than 5 minutes off.',
};
const OTHER_BOT = { ...BOT_MISMATCH, message: 'This delivery is about another bot than that of the source.' };
