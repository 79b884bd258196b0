import { VOTE_HOOK_PATH } from '@/lib/contract/api-paths';
import { jsonFault, UTF8 } from '@/lib/contract/faults/json';
import { DELIVERY_EXAMPLE, deliveryBody, deliveryResponse } from '@/lib/contract/votes';
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
} from '../errors';
import {
  errorReply,
  jsonResponse,
  type Operation,
  type OperationDeps,
  type ParsedRequest,
  type Reply,
  success,
} from '../operation';
import { readBounded } from '../read-body';

const EXAMPLE = {
  userId: '160105994217586689',
  username: 'Nelly',
  weight: 2,
  votedAt: '2026-02-05T02:30:00.000Z',
};

/** Receives what a bot list sends about a vote (contract section 10). */
export const receiveVoteOperation = {
  method: 'POST',
  path: VOTE_HOOK_PATH,
  auth: 'source',
  isCounted: false,
  docs: {
    operationId: 'receiveVote',
    tag: 'Votes',
    summary: 'Report a vote',
    description:
      'For lists, not for bots: an owner makes a source under the bot’s Settings, which has its own address and secret. What is described here is a source of kind `generic`, signed as in Standard Webhooks 1.0 with the source’s secret; the lists that Botmeter knows send their own bodies. A 200 is sent only after the vote is stored durably, and a repeat of the same `webhook-id` counts once.',
  },
  body: {
    schema: deliveryBody,
    description: 'At most 16 KiB, UTF-8. The `Content-Type` is not checked, and unknown fields are ignored.',
    example: { name: 'vote', summary: 'A vote', value: EXAMPLE },
    minimal: { userId: EXAMPLE.userId },
  },
  response: jsonResponse('The delivery was taken.', deliveryResponse, DELIVERY_EXAMPLE),
  errors: [
    ...(['invalid_json', 'invalid_body', 'missing_key', 'invalid_key', 'bot_mismatch'] as const),
    ...(['not_found', 'body_too_large', 'internal_error', 'storage_unavailable'] as const),
  ],
  handle: receive,
} satisfies Operation;

/** What a bot list sends, checked in the order of the contract (section 10): bot lists repeat after a 5xx and never after a 4xx. */
async function receive({ votes }: OperationDeps, received: ParsedRequest): Promise<Reply> {
  const { method, headers, requestId } = received;
  const token = received.params.sourceToken;
  const found = votes && token !== undefined ? await findSourceOf(votes.ports, token) : null;
  if (votes === undefined || found === null) return errorReply(requestId, NOT_FOUND);
  if (method !== 'POST') return errorReply(requestId, methodNotAllowed('POST'));
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
