import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { recordDenials } from '@/lib/services/access/record-denials';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey } from '@/lib/services/keys/create';
import { revokeKey } from '@/lib/services/keys/revoke';
import { dismissOwnNotices } from '@/lib/services/notices/dismiss-own';
import type { Result } from '@/lib/services/result';
import { endOwnSessions } from '@/lib/services/sessions/end-own';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in-with-identity';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { deleteUser } from '@/lib/services/users/delete';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { register, send } from '@/tests/support/data/fixtures';
import { heldOpen } from '@/tests/support/data/held-open';
import { postgres } from '@/tests/support/data/postgres-database';
import { insertSession, signedIn } from '@/tests/support/data/signed-in';
import { addPerson, onTwoInstances, type TwoInstances } from '@/tests/support/data/two-instances';
import { accepted } from '@/tests/support/result';

/** Writes of the directory on different bots and people, from two instances, while one of them does not end. */

const ADMIN = signedIn('admin', 'admin');
const NEIGHBOUR = signedIn('neighbour', 'owner');
const FROM = { address: '192.0.2.1', client: 'Browser' };

const context = onTwoInstances(postgres);
let db: TwoInstances['db'];
let one: Ports;
let two: Ports;

beforeEach(async () => {
  ({ db, one, two } = context());
  await register(one.directory);
  await register(one.directory, { id: OTHER_BOT_ID });
  for (const [id, role] of [
    ['admin', 'admin'],
    ['second', 'admin'],
    ['neighbour', 'owner'],
    ['unowned', 'owner'],
  ] as const) {
    await addPerson(context(), id, role);
  }
  for (const person of [ADMIN, NEIGHBOUR]) await insertSession(one.directory, person);
  await db.run(`INSERT INTO identities VALUES ('discord', '42', 'neighbour', ${T0})`);
});

type Write = (ports: Ports) => Promise<unknown>;
const accept = (result: Result<unknown>) => expect(result).toMatchObject({ ok: true });

const OPEN: Record<string, Write> = {
  'a change of a bot by an admin': (p) => changeBot(p, ADMIN, BOT_ID, { plan: 'business' }),
  'the creation of a key': (p) => createKey(p, ADMIN, { botId: BOT_ID, name: 'x', expiresAtMs: null }),
  'the deletion of a bot': (p) => deleteBot(p, ADMIN, BOT_ID),
  'a change of a person': (p) =>
    changeUser(p, ADMIN, { email: `owner-of-${BOT_ID}@example.org` }, { name: 'New' }),
};

const BESIDE: Record<string, Write> = {
  'another bot': async (p) => accept(await changeBot(p, ADMIN, OTHER_BOT_ID, { name: 'Beside' })),
  'another bot’s keys': async (p) => {
    accept(await createKey(p, ADMIN, { botId: OTHER_BOT_ID, name: 'x', expiresAtMs: null }));
    accept(await revokeKey(p, ADMIN, `key-of-${OTHER_BOT_ID}`));
  },
  'a new bot': async (p) => {
    const input = { id: '9'.repeat(18), name: 'New', owner: { userId: 'neighbour' }, plan: 'free' } as const;
    accept(await createBot(p, ADMIN, input));
    accept(await deleteBot(p, ADMIN, input.id));
  },
  'another person': async (p) => {
    accept(await changeUser(p, ADMIN, { userId: 'second' }, { role: 'owner' }));
    accept(await deleteUser(p, ADMIN, { userId: 'unowned' }));
    accept(await dismissOwnNotices(p, NEIGHBOUR, ['1']));
    accept(await endOwnSessions(p, NEIGHBOUR));
  },
  'a new person': async (p) =>
    accept(
      await createUser(p, OPERATOR, {
        email: 'new@example.org',
        role: 'owner',
        password: 'tangerine kettle 42',
      }),
    ),
  'a sign-in': async (p) =>
    expect(await signInWithIdentity(p, { provider: 'discord', subject: '42' }, FROM)).toMatchObject({
      kind: 'signed-in',
    }),
  denials: (p) => recordDenials(p, [{ who: NEIGHBOUR, what: 'key.create' }]),
};

describe.each(Object.entries(OPEN))('%s that does not end', (_, hold) => {
  it.each(Object.entries(BESIDE))('does not delay a write on %s', async (_, beside) => {
    const held = heldOpen(one);
    let isDone = false;
    const open = hold(held.ports).finally(() => {
      isDone = true;
    });
    await held.isOpen;
    try {
      await beside(two);
      expect(isDone).toBe(false);
    } finally {
      held.end();
      await open;
    }
  });
});

describe('a change of a bot that does not end', () => {
  it('delays a write on the same bot, which then sees it', async () => {
    const held = heldOpen(one);
    const open = deleteBot(held.ports, ADMIN, BOT_ID);
    await held.isOpen;
    const late = createKey(two, ADMIN, { botId: BOT_ID, name: 'x', expiresAtMs: null });
    held.end();
    accepted(await open);
    expect(await late).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });

  it('does not delay its calls unless it changes what they are decided by', async () => {
    const { keyHash } = await register(one.directory, { id: '8'.repeat(18) });
    const held = heldOpen(one);
    const open = createKey(held.ports, ADMIN, { botId: '8'.repeat(18), name: 'x', expiresAtMs: null });
    await held.isOpen;
    expect(await send(two.store, { keyHash })).toMatchObject({ outcome: { kind: 'served' } });
    held.end();
    accepted(await open);
  });
});
