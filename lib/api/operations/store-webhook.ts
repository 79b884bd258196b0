import { KEY_WEBHOOK_EXAMPLE, keyWebhookBody, keyWebhookResponse } from '@/lib/contract/key-webhook';
import { storeKeyWebhook } from '@/lib/services/webhooks/of-key';
import { refuse } from '../counted-reply';
import { BOT_DISABLED, tooManyChanges } from '../errors';
import { jsonResponse, keyOperation, success } from '../operation';

/** Stores the webhook that a bot asks for with its key (contract section 10). */
export const storeWebhookOperation = keyOperation({
  method: 'POST',
  path: '/api/v1/settings/webhook',
  isCounted: false,
  docs: {
    operationId: 'storeWebhook',
    tag: 'Connection',
    summary: 'Have votes sent to an address',
    description:
      'Never counts, and is answered with an exhausted quota too. Published clients call it when they start. The address is stored as the bot’s one webhook from its key, for `vote.created` only, if the plan has signed webhooks, a place is free and the address may be reached; otherwise `stored` is `false`, with the reason. The same again changes nothing, another one replaces it, at most ten times an hour, and a webhook that the owner made stays as it is.',
  },
  body: {
    description: 'The address, and what signs the requests to it.',
    schema: keyWebhookBody,
    example: {
      name: 'webhook',
      summary: 'With a secret of one’s own',
      value: { url: 'https://bot.example.org/votes', secret: 'a secret of the bot', isReporter: true },
    },
    minimal: { url: 'https://bot.example.org/votes' },
  },
  response: jsonResponse('Whether it is stored.', keyWebhookResponse, KEY_WEBHOOK_EXAMPLE),
  errors: ['too_many_changes'],
  async handle(deps, call) {
    const { snapshot } = call;
    const stored = await storeKeyWebhook(deps, call.who, call.body);
    if (stored === null) return null;
    if (stored.kind === 'disabled') return refuse(deps, call, BOT_DISABLED);
    if (stored.kind === 'too many') return refuse(deps, call, tooManyChanges(stored.retryAfterMs));
    deps.store.noteUse(snapshot, false);
    if (stored.kind === 'not stored')
      return { ...snapshot, reply: success({ stored: false, reason: stored.reason }) };
    const { secret } = stored;
    return { ...snapshot, reply: success({ stored: true, ...(secret !== null && { secret }) }) };
  },
});
