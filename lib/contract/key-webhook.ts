import { z } from 'zod';
import { isStandardSecret, WEBHOOK_SECRET_PREFIX } from '@/lib/domain/alerts/webhook';

/** The webhook that a bot asks for with its key (contract section 10). */

const url = 'Must be the address as a string.';
const secret = 'Must be "whsec_" and the base64 of 24 to 64 bytes, or 8 to 256 visible characters.';

/** Anyone could sign with an empty or a very short one. Spaces stand between other characters only. */
const VISIBLE = /^(?! )(?:[^\p{C}\p{Z}]| ){8,256}(?<! )$/u;

export const keyWebhookBody = z
  .object({
    url: z.string({ error: url }).min(1, { error: url }).describe('Where events about votes are sent to'),
    secret: z
      .string({ error: secret })
      .refine(
        (text) => (text.startsWith(WEBHOOK_SECRET_PREFIX) ? isStandardSecret(text) : VISIBLE.test(text)),
        { error: secret },
      )
      .nullish()
      .describe(
        'Signs the requests: `whsec_` and the base64 of 24 to 64 bytes, or 8 to 256 visible characters, whose bytes are used. Without one, one is made',
      ),
    isReporter: z.unknown().optional().describe('Sent by published clients; ignored'),
  })
  .meta({ id: 'KeyWebhook' });

export const keyWebhookResponse = z.strictObject({
  success: z.literal(true),
  data: z
    .strictObject({
      stored: z.boolean(),
      reason: z.string().optional().describe('Why nothing is stored, in one sentence'),
      secret: z.string().optional().describe('What was made to sign with: shown once'),
    })
    .meta({ id: 'StoredKeyWebhook' }),
});

export const KEY_WEBHOOK_EXAMPLE = {
  success: true,
  data: { stored: true, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwZ3RfYq0uB3U=' },
};
