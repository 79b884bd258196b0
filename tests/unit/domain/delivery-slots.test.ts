import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countSlots, FAILING_MAX, REQUESTS_MAX, type Slot } from '@/lib/domain/alerts/delivery';

const health = fc.constantFrom<Slot['health'][]>('new', 'working', 'failing');
const slots = fc.array(fc.record({ host: fc.constantFrom('a', 'b', 'c', 'd', 'e'), health }), {
  maxLength: 300,
});

it('at most 64 requests run at once, and at most 16 of them for webhooks whose last try failed', () => {
  fc.assert(
    fc.property(slots, (wanted) => {
      const counted = countSlots([]);
      const taken = wanted.filter((slot) => counted.take(slot));
      expect(taken.length).toBeLessThanOrEqual(REQUESTS_MAX);
      expect(taken.filter((slot) => slot.health === 'failing').length).toBeLessThanOrEqual(FAILING_MAX);
    }),
  );
});

it('webhooks on enough hosts use all 64, 16 of them failing', () => {
  const counted = countSlots([]);
  const spread = (health: Slot['health']) =>
    Array.from({ length: 100 }, (_, i) => ({ host: `${i}`, health })).filter((slot) => counted.take(slot));
  expect([spread('failing').length, spread('working').length]).toEqual([
    FAILING_MAX,
    REQUESTS_MAX - FAILING_MAX,
  ]);
});

it('a host that hangs, with whatever webhooks, leaves requests to every other host', () => {
  fc.assert(
    fc.property(slots, health, (wanted, other) => {
      const counted = countSlots([]);
      for (const slot of wanted) counted.take({ ...slot, host: 'hanging' });
      expect(counted.isFree({ host: 'other', health: other })).toBe(true);
    }),
  );
});

it('five hosts that hang, with whatever webhooks, leave requests to working webhooks of other hosts', () => {
  fc.assert(
    fc.property(slots, (wanted) => {
      const counted = countSlots([]);
      for (const slot of wanted) counted.take(slot);
      expect(counted.isFree({ host: 'other', health: 'working' })).toBe(true);
    }),
  );
});

it('webhooks without a try yet, on any hosts, leave requests to those that work', () => {
  fc.assert(
    fc.property(slots, (wanted) => {
      const counted = countSlots([]);
      for (const [i, slot] of wanted.entries()) counted.take({ host: `${slot.host}${i}`, health: 'new' });
      expect(counted.isFree({ host: 'a', health: 'working' })).toBe(true);
    }),
  );
});
