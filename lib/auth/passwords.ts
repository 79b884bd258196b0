import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { normalPassword } from '@/lib/domain/people/names';
import type { Passwords } from '@/lib/ports/ports';

/** OWASP's first choice: argon2id (2 in the library's ambient enum), 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash uses 19 MiB and a core: more than two at once would slow down the API. */
const limited = pLimit(2);

/** Verified for accounts that do not exist, so that the refusal takes equally long. */
const DUMMY_HASH = hash(randomBytes(32), ARGON2ID);

export const passwords: Passwords = {
  verify: async (passwordHash, password) => {
    const expected = passwordHash ?? (await DUMMY_HASH);
    const given = normalPassword(password);
    // A password that is too long costs the same work as a wrong one.
    const isRight = await limited(() => verify(expected, given ?? ''));
    return isRight && given !== null && passwordHash !== null;
  },
  hash: async (password) => {
    const given = normalPassword(password);
    if (given === null) throw new RangeError('A password that is too long was not refused.');
    return limited(() => hash(given, ARGON2ID));
  },
};
