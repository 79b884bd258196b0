import { expect, it } from 'vitest';
import { guarded } from '@/lib/http/observe';

it('an observer that throws disturbs no one: its error goes to the log', () => {
  const errors: unknown[] = [];
  const failing = new Error('There is no memory for another label.');
  const observe = guarded(
    () => {
      throw failing;
    },
    (error) => errors.push(error),
  );
  observe({ route: '/api/v1/usage', method: 'GET', status: 200, durationMs: 1 });
  expect(errors).toEqual([failing]);
});
