import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  planWebhooks,
  type StatusReason,
  type WebhookKind,
  type WebhookStatus,
} from '@/lib/domain/alerts/webhook';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';

const state = fc.constantFrom<readonly [WebhookStatus, StatusReason | null]>(
  ['on', null],
  ['paused', 'plan'],
  ['paused', 'owner'],
  ['off', 'person'],
);
const webhooks = fc
  .array(fc.tuple(fc.constantFrom<WebhookKind>('signed', 'discord'), state), { maxLength: 25 })
  .map((all) => all.map(([kind, [status, statusReason]], i) => ({ id: `${i}`, kind, status, statusReason })));

it('a change of plan leaves on as many webhooks as it allows, the oldest, and touches none paused otherwise', () => {
  fc.assert(
    fc.property(webhooks, fc.constantFrom(...PLAN_NAMES), (before, plan) => {
      const { pausedIds, resumedIds } = planWebhooks(before, plan);
      const idsOf = (status: WebhookStatus) => before.filter((e) => e.status === status).map(({ id }) => id);
      const on = idsOf('on').filter((id) => !pausedIds.includes(id));
      const { webhooksMax, features } = PLANS[plan];
      const fits = before.filter(({ kind }) => features.customWebhooks || kind === 'discord');
      const wanted = fits.filter((e) => e.status === 'on' || e.statusReason === 'plan');
      expect(on.length + resumedIds.length).toBe(Math.min(wanted.length, webhooksMax));
      const fitting = idsOf('on').filter((id) => fits.some((e) => e.id === id));
      expect(on).toEqual(fitting.slice(0, webhooksMax));
      const paused = before.filter((e) => e.statusReason === 'plan').map(({ id }) => id);
      expect(paused).toEqual(expect.arrayContaining(resumedIds));
    }),
  );
});

it('a downgrade to Free keeps the oldest Discord address, and the upgrade resumes the others', () => {
  const on = (kind: WebhookKind, id: string) => ({ id, kind, status: 'on', statusReason: null }) as const;
  const all = [on('signed', 'a'), on('discord', 'b'), on('discord', 'c')];
  expect(planWebhooks(all, 'free')).toEqual({ pausedIds: ['a', 'c'], resumedIds: [] });
  const paused = all.map((e) =>
    e.id === 'b' ? e : ({ ...e, status: 'paused', statusReason: 'plan' } as const),
  );
  expect(planWebhooks(paused, 'premium')).toEqual({ pausedIds: [], resumedIds: ['a', 'c'] });
});
