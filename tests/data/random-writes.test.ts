import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIVE_KEYS_MAX } from '@/lib/domain/keys/api-key';
import { type Caller, OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addKeys, insertSession, read, register, signedIn } from '@/tests/support/data/fixtures';

/** The invariants hold after any simultaneous writes through two instances. */

const PEOPLE = ['p1', 'p2', 'p3'] as const;
const BOTS = [BOT_ID, OTHER_BOT_ID];
/** Hashing takes longer than all writes together, and is not under test here. */
const passwords = { hash: async () => 'hash', verify: async () => true };

const person = fc.constantFrom(...PEOPLE);
const bot = fc.constantFrom(...BOTS);
const who: fc.Arbitrary<Caller> = fc.oneof(
  fc.constant(OPERATOR),
  person.map((userId) => signedIn(userId, 'admin')),
);
type Write = { readonly name: string; readonly run: (ports: Ports) => Promise<unknown> };
const write = <T extends unknown[]>(
  name: string,
  given: { [I in keyof T]: fc.Arbitrary<T[I]> },
  run: (ports: Ports, ...given: T) => Promise<unknown>,
): fc.Arbitrary<Write> =>
  fc.tuple<T>(...given).map((values) => ({
    name: `${name} ${JSON.stringify(values)}`,
    run: (ports) => run(ports, ...values),
  }));

const ANY_WRITE = fc.oneof(
  write('disable', [who, person, fc.boolean()], (p, w, userId, isDisabled) =>
    changeUser(p, w, { userId }, { isDisabled }),
  ),
  write('role', [who, person, fc.constantFrom('admin', 'owner')], (p, w, id, role) =>
    changeUser(p, w, { email: `${id}@example.org` }, { role }),
  ),
  write('delete-user', [who, person], (p, w, userId) => deleteUser(p, w, { userId })),
  write('create-user', [who, person], (p, w, id) =>
    createUser(p, w, { email: `${id}@example.org`, role: 'admin', password: 'tangerine kettle 42' }),
  ),
  write('owner', [who, bot, person], (p, w, id, userId) => changeBot(p, w, id, { owner: { userId } })),
  write('delete-bot', [who, bot], (p, w, id) => deleteBot(p, w, id)),
  write('create-bot', [who, bot, person], (p, w, id, userId) =>
    createBot(p, w, { id, name: 'Again', owner: { userId }, plan: 'free' }),
  ),
  write('create-key', [who, bot], (p, w, botId) => createKey(p, w, { botId, name: 'x', expiresAtMs: null })),
  write('revoke-key', [who, bot], (p, w, id) => revokeKey(p, w, `key-of-${id}`)),
  write('rotate-key', [who, bot, fc.constantFrom('0', '1h')], (p, w, id, overlap) =>
    rotateKey(p, w, `key-of-${id}`, overlap),
  ),
  write('sign-in', [person], (p, subject) =>
    signInWithIdentity(p, { provider: 'discord', subject }, { address: '192.0.2.1', client: '' }),
  ),
  write('sign-out', [person], (p, userId) =>
    endOwnSessions(p, signedIn(userId, 'owner'), { disconnects: true }),
  ),
  write('call', [bot], (p, botId) => read(p.store, { botId })),
);

async function setUp(): Promise<void> {
  for (const table of ['api_keys', 'bots', 'reports', 'identities', 'sessions', 'users']) {
    await db.run(`DELETE FROM ${table}`);
  }
  for (const id of PEOPLE) {
    await db.run(`INSERT INTO users (id, email, name, role, password_hash, created_at_ms)
      VALUES ('${id}', '${id}@example.org', '${id}', 'admin', 'hash', ${T0})`);
    await db.run(`INSERT INTO identities VALUES ('discord', '${id}', '${id}', ${T0})`);
    await insertSession(directory, signedIn(id, 'admin'));
  }
  for (const [i, id] of BOTS.entries()) await register(directory, { id, ownerId: PEOPLE[i] ?? '' });
  await addKeys(directory, LIVE_KEYS_MAX - 3);
}

async function expectInvariants(): Promise<void> {
  const admins = await db.rows("SELECT id FROM users WHERE role = 'admin' AND disabled_at_ms IS NULL");
  expect(admins.length).toBeGreaterThan(0);
  const live = await db.rows(
    `SELECT bot_id, count(*) AS n, count(rotated_at_ms) AS in_overlap FROM api_keys
     WHERE revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ${T0}) GROUP BY bot_id`,
  );
  for (const { n, in_overlap } of live) {
    expect(Number(n)).toBeLessThanOrEqual(LIVE_KEYS_MAX + (Number(in_overlap) > 0 ? 1 : 0));
  }
  const disabled = `SELECT s.hash FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.disabled_at_ms IS NOT NULL`;
  expect(await db.rows(disabled)).toEqual([]);
}

onEachDatabase('simultaneous writes through two instances', () => {
  it('never fail because of the database, and keep every invariant', async () => {
    const both = [ports, await connectAgain()].map((on) => ({ ...on, passwords }));
    const writes = fc.array(ANY_WRITE, { minLength: 10, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(writes, async (all) => {
        await setUp();
        // A write that waits in vain or breaks a constraint rejects.
        await Promise.all(all.map(({ run }, i) => run(both[i % 2] as Ports)));
        await expectInvariants();
      }),
      { numRuns: process.env.FAULT_SCALE === 'soak' ? 300 : 15 },
    );
  });
});
