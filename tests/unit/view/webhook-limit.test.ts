import { expect, it } from 'vitest';
import { webhookLimit } from '@/lib/view/webhook-limit';

it.each([
  [
    'free',
    0,
    true,
    'The Free plan has one webhook, for Discord only; a larger plan has signed ones too. 1 left.',
  ],
  ['free', 1, false, 'None is left: remove one to add another.'],
  ['premium', 3, true, 'The Premium plan has 5 webhooks, signed ones and Discord together. 2 left.'],
  // After a downgrade there may be more than the plan has.
  ['premium', 20, false, 'None is left: remove one to add another.'],
] as const)('on the %s plan with %i webhooks, there is room: %s', (plan, count, hasRoom, text) => {
  const limit = webhookLimit(plan, count);
  expect(limit).toMatchObject({ hasRoom, isDiscordOnly: plan === 'free' });
  expect(limit.text).toContain(text);
});
