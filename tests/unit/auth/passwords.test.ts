import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';

const TRIES = 5;
const TRIES_MAX = 100;

/** CPU time in µs. Unlike elapsed time, it hardly depends on other processes; it includes other threads. */
async function cpuUs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The least CPU time of one work relative to that of another, tried in turn until it is between `min` and `max`. */
async function ratioBetween(
  [min, max]: readonly [number, number],
  work: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<number> {
  let [least, leastOther] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 1; i <= TRIES_MAX; i++) {
    least = Math.min(least, await cpuUs(work));
    leastOther = Math.min(leastOther, await cpuUs(other));
    const ratio = least / leastOther;
    if (i >= TRIES && ratio > min && ratio < max) break;
  }
  return least / leastOther;
}

it.each([
  ['wrong', 'another passphrase'],
  ['empty', ''],
  ['too long', 'x'.repeat(10_000)],
  ['64 KiB of combining marks', '\u0301\u0323'.repeat(16_384)],
])(
  'a password that is %s is refused after the same work, for an account and for none',
  async (_, password) => {
    const hash = await passwords.hash('a long enough passphrase');
    for (const of of [hash, null]) {
      expect(await passwords.verify(of, password)).toBe(false);
      const ratio = await ratioBetween(
        [0.5, 2],
        () => passwords.verify(of, password),
        () => passwords.verify(hash, 'wrong'),
      );
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(2);
    }
  },
);

it('a password is the same in every Unicode form', async () => {
  const hash = await passwords.hash('caf\u00e9 ﬁne passphrase');
  expect(await passwords.verify(hash, 'cafe\u0301 fine passphrase')).toBe(true);
});

it('a password that is too long is not hashed', async () => {
  await expect(passwords.hash('x'.repeat(1_025))).rejects.toThrow(RangeError);
});
