import { expect, it } from 'vitest';
import { guarded } from '@/lib/http/observe';

it('an error of an observer is logged and not thrown', () => {
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
