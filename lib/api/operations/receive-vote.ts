import { VOTE_HOOK_PATH } from '@/lib/contract/api-paths';
import { DELIVERY_EXAMPLE, deliveryBody, deliveryResponse } from '@/lib/contract/votes';
import { jsonResponse, type Operation } from '../operation';

const EXAMPLE = {
  userId: '160105994217586689',
  username: 'Nelly',
  weight: 2,
  votedAt: '2026-02-05T02:30:00.000Z',
};

/** Receives what a list sends about a vote (contract section 10); vote-call.ts checks it in the contract's order. */
export const receiveVoteOperation: Operation = {
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
};
