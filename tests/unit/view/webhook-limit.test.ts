import { expect, it } from 'vitest';
import { webhookLimit } from '@/lib/view/webhook-limit';

it.each([
  ['free', 0, true, '0 of 1 webhook used. The Free plan has Discord only'],
  ['free', 1, false, 'Remove one to add another.'],
  ['premium', 3, true, '3 of 5 webhooks used.'],
  // After a downgrade there may be more than the plan has.
  ['premium', 20, false, '20 of 5 webhooks used. Remove one to add another.'],
] as const)('on the %s plan with %i webhooks, there is room: %s', (plan, count, hasRoom, text) => {
  const limit = webhookLimit(plan, count);
  expect(limit).toMatchObject({ hasRoom, isDiscordOnly: plan === 'free' });
  expect(limit.text).toContain(text);
});
