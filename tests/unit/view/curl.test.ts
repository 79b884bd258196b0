import { expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { verifyCurl } from '@/lib/view/curl';

it('the command that checks a key calls an operation that counts nothing', () => {
  const command = verifyCurl('https://bots.example.org', 'btm_x');
  const called = OPERATIONS.filter(({ path }) => command.startsWith(`curl https://bots.example.org${path} `));
  expect(called.map(({ path, auth, isCounted }) => [path, auth, isCounted])).toEqual([
    ['/api/v1/verify', 'key', false],
  ]);
});
