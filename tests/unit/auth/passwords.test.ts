import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';

const TRIES = 5;

/** The least CPU time of a few tries, in µs. Unlike elapsed time, it hardly depends on other load. */
async function leastCpuUs(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
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
    const wrongUs = await leastCpuUs(() => passwords.verify(hash, 'wrong'));
    for (const of of [hash, null]) {
      expect(await passwords.verify(of, password)).toBe(false);
      const tookUs = await leastCpuUs(() => passwords.verify(of, password));
      expect(tookUs / wrongUs).toBeGreaterThan(0.5);
      expect(tookUs / wrongUs).toBeLessThan(2);
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
