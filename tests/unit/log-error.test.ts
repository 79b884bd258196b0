import { expect, it } from 'vitest';
import { logError } from '@/lib/log';

it('the log keeps type, message, stack, code and causes of an error, and nothing that is attached to it', () => {
  const attached = { emitter: { cookie: 'secret' }, parameters: ['secret'] };
  const cause = Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED', ...attached });
  const error = Object.assign(new AggregateError([cause], 'all failed', { cause }), attached);
  const logged = JSON.stringify(logError(error));
  expect(JSON.parse(logged)).toMatchObject({
    type: 'AggregateError',
    message: 'all failed',
    stack: expect.any(String),
    cause: { type: 'TypeError', code: 'ECONNREFUSED' },
    errors: [{ message: 'refused' }],
  });
  expect(logged).not.toContain('secret');
});

it('the log keeps a few of the causes of an error that is its own cause', () => {
  const error = new Error('again');
  error.cause = error;
  expect(JSON.stringify(logError(error)).match(/"message":"again"/g)).toHaveLength(6);
});
