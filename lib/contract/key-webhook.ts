import { z } from 'zod';

/** The webhook that a bot asks for with its key (contract section 10). */

const SECRET_MAX = 500;
const url = 'Must be the address as a string.';
const secret = `Must be a string of at most ${SECRET_MAX} characters.`;

export const keyWebhookBody = z
  .object({
    url: z.string({ error: url }).min(1, { error: url }).describe('Where events about votes are sent to'),
    secret: z
      .string({ error: secret })
      .max(SECRET_MAX, { error: secret })
      // A lone surrogate is no text that could be signed with.
      .refine((text) => !/\p{Cs}/u.test(text), { error: secret })
      .nullish()
      .describe('Signs the requests: `whsec_…`, or any text, whose bytes are used. Without one, one is made'),
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
