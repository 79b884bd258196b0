import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from '@/lib/domain/names';
import type { Passwords } from '@/lib/services/ports';

/** OWASP's first choice: argon2id (number 2 of the library's ambient enum), 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash takes its memory and a core: more at once would only slow the API down. */
const HASHES_AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function limited<R>(work: () => Promise<R>): Promise<R> {
  if (running >= HASHES_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** Stands in for the hash of an account that does not exist, so that its refusal takes as long as any other. */
const NOBODY = hash(randomBytes(32), ARGON2ID);

export const passwords: Passwords = {
  verify: async (passwordHash, password) => {
    const expected = passwordHash ?? (await NOBODY);
    const given = normalPassword(password);
    // One that is too long is wrong after the same work.
    const isRight = await limited(() => verify(expected, given ?? ''));
    return isRight && given !== null && passwordHash !== null;
  },
  hash: async (password) => {
    const given = normalPassword(password);
    if (given === null) throw new RangeError('A password that is too long was not refused.');
    return limited(() => hash(given, ARGON2ID));
  },
};
