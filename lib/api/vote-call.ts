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
import {
  errorReply,
  type OperationDeps,
  type Reply,
  type SourceOperation,
  success,
  type Unchecked,
} from './operation';
import { readBounded } from './read-body';

/** What a list sends, checked in the order of the contract (section 10): lists repeat after a 5xx and never after a 4xx. */
export async function callFromList(
  { votes }: OperationDeps,
  operation: SourceOperation,
  received: Unchecked,
): Promise<Reply> {
  const { method, headers, requestId } = received;
  const token = received.params.sourceToken;
  const found = votes && token !== undefined ? await findSourceOf(votes.ports, token) : null;
  if (votes === undefined || found === null) return errorReply(requestId, NOT_FOUND);
  if (method !== operation.method) return errorReply(requestId, methodNotAllowed(operation.method));
  const { kind } = found.source;
  const body = await readBounded(received);
  if (body === null) return errorReply(requestId, BODY_TOO_LARGE);
  const header = (name: string) => headers[name.toLowerCase()] ?? null;
  const taken = await receiveVote(votes.ports, votes.inbox, found, { header, body, text: textOf(body) });
  if (taken.kind === 'gone') return errorReply(requestId, NOT_FOUND);
  votes.count?.(kind, taken.kind === 'taken' ? taken.outcome : taken.kind);
  switch (taken.kind) {
    case 'unauthorized':
      return errorReply(requestId, taken.isMissing ? NO_PROOF : WRONG_PROOF);
    case 'invalid_json':
      return errorReply(requestId, invalidJson(jsonFault(body)));
    case 'invalid_body':
      return errorReply(requestId, invalidBody(taken.issues));
    case 'bot_mismatch':
      return errorReply(requestId, OTHER_BOT);
    case 'taken':
      return success({ stored: taken.outcome === 'stored' });
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
