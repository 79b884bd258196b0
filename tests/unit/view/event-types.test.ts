import { expect, it } from 'vitest';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import { CHOOSABLE_TYPES } from '@/lib/domain/alerts/webhook';
import { EVENT_GROUPS, SENSIBLE_TYPES } from '@/lib/view/event-types';

it('the groups of events have every type that can be chosen, once', () => {
  expect(EVENT_GROUPS.flatMap(({ types }) => types).sort()).toEqual([...CHOOSABLE_TYPES].sort());
  expect(ALERT_TYPES).toEqual(expect.arrayContaining([...SENSIBLE_TYPES]));
});
