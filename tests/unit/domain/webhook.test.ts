import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type EndpointKind,
  type EndpointStatus,
  planEndpoints,
  type StatusReason,
} from '@/lib/domain/alerts/endpoint';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';

const state = fc.constantFrom<readonly [EndpointStatus, StatusReason | null]>(
  ['on', null],
  ['paused', 'plan'],
  ['paused', 'owner'],
  ['off', 'person'],
);
const endpoints = fc
  .array(fc.tuple(fc.constantFrom<EndpointKind>('signed', 'discord'), state), { maxLength: 25 })
  .map((all) => all.map(([kind, [status, statusReason]], i) => ({ id: `${i}`, kind, status, statusReason })));

it('a change of plan leaves on as many endpoints as it allows, the oldest, and touches none paused otherwise', () => {
  fc.assert(
    fc.property(endpoints, fc.constantFrom(...PLAN_NAMES), (before, plan) => {
      const { pausedIds, resumedIds } = planEndpoints(before, plan);
      const idsOf = (status: EndpointStatus) => before.filter((e) => e.status === status).map(({ id }) => id);
      const on = idsOf('on').filter((id) => !pausedIds.includes(id));
      const { endpointsMax, features } = PLANS[plan];
      const fits = before.filter(({ kind }) => features.customWebhooks || kind === 'discord');
      const wanted = fits.filter((e) => e.status === 'on' || e.statusReason === 'plan');
      expect(on.length + resumedIds.length).toBe(Math.min(wanted.length, endpointsMax));
      const fitting = idsOf('on').filter((id) => fits.some((e) => e.id === id));
      expect(on).toEqual(fitting.slice(0, endpointsMax));
      const paused = before.filter((e) => e.statusReason === 'plan').map(({ id }) => id);
      expect(paused).toEqual(expect.arrayContaining(resumedIds));
    }),
  );
});

it('a downgrade to Free keeps the oldest Discord address, and the upgrade resumes the others', () => {
  const on = (kind: EndpointKind, id: string) => ({ id, kind, status: 'on', statusReason: null }) as const;
  const all = [on('signed', 'a'), on('discord', 'b'), on('discord', 'c')];
  expect(planEndpoints(all, 'free')).toEqual({ pausedIds: ['a', 'c'], resumedIds: [] });
  const paused = all.map((e) =>
    e.id === 'b' ? e : ({ ...e, status: 'paused', statusReason: 'plan' } as const),
  );
  expect(planEndpoints(paused, 'premium')).toEqual({ pausedIds: [], resumedIds: ['a', 'c'] });
});
