import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { recordDenials } from '@/lib/services/access/access-log';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey, revokeKey } from '@/lib/services/keys/change';
import { dismissOwnNotices } from '@/lib/services/notices/notices';
import type { Result } from '@/lib/services/result';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, onPostgres, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople, register, send, signedIn } from '@/tests/support/data/fixtures';
import { heldOpen } from '@/tests/support/data/ports';
import { accepted } from '@/tests/support/result';

/** A write of one instance that stays open does not delay writes of another instance on other bots and people. */

const ADMIN = signedIn('admin', 'admin');
const NEIGHBOUR = signedIn('neighbour', 'owner');

onPostgres();
/** The second instance. */
let two: Ports;

beforeEach(async () => {
  two = await connectAgain();
  await addBotsAndPeople(ports.directory);
  await db.run(`INSERT INTO identities VALUES ('discord', '42', 'neighbour', ${T0})`);
});

type Write = (ports: Ports) => Promise<unknown>;
const expectDone = (result: Result<unknown>) => expect(result).toMatchObject({ ok: true });

const OPEN: Record<string, Write> = {
  'a change of a bot by an admin': (p) => changeBot(p, ADMIN, BOT_ID, { plan: 'business' }),
  'the creation of a key': (p) => createKey(p, ADMIN, { botId: BOT_ID, name: 'x', expiresAtMs: null }),
  'the deletion of a bot': (p) => deleteBot(p, ADMIN, BOT_ID),
  'a change of a person': (p) =>
    changeUser(p, ADMIN, { email: `owner-of-${BOT_ID}@example.org` }, { name: 'New' }),
};

const BESIDE: Record<string, Write> = {
  'another bot': async (p) => expectDone(await changeBot(p, ADMIN, OTHER_BOT_ID, { name: 'Beside' })),
  'another bot’s keys': async (p) => {
    expectDone(await createKey(p, ADMIN, { botId: OTHER_BOT_ID, name: 'x', expiresAtMs: null }));
    expectDone(await revokeKey(p, ADMIN, `key-of-${OTHER_BOT_ID}`));
  },
  'a new bot': async (p) => {
    const input = { id: '9'.repeat(18), name: 'New', owner: { userId: 'neighbour' }, plan: 'free' } as const;
    expectDone(await createBot(p, ADMIN, input));
    expectDone(await deleteBot(p, ADMIN, input.id));
  },
  'another person': async (p) => {
    expectDone(await changeUser(p, ADMIN, { userId: 'second' }, { role: 'owner' }));
    expectDone(await deleteUser(p, ADMIN, { userId: 'unowned' }));
    expectDone(await dismissOwnNotices(p, NEIGHBOUR, ['1']));
    expectDone(await endOwnSessions(p, NEIGHBOUR));
  },
  'a new person': async (p) => {
    const input = { email: 'new@example.org', role: 'owner', password: 'tangerine kettle 42' } as const;
    expectDone(await createUser(p, OPERATOR, input));
  },
  'a sign-in': async (p) => {
    const origin = { address: '192.0.2.1', client: 'Browser' };
    const { kind } = await signInWithIdentity(p, { provider: 'discord', subject: '42' }, origin);
    expect(kind).toBe('signed-in');
  },
  denials: (p) => recordDenials(p, [{ who: NEIGHBOUR, what: 'key.create' }]),
};

describe.each(Object.entries(OPEN))('%s that stays open', (_, write) => {
  it.each(Object.entries(BESIDE))('does not delay a write on %s', async (_, beside) => {
    const held = heldOpen(ports);
    let isDone = false;
    const open = write(held.ports).finally(() => {
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

describe('a change of a bot that stays open', () => {
  it('delays a write on the same bot, which then sees it', async () => {
    const held = heldOpen(ports);
    const open = deleteBot(held.ports, ADMIN, BOT_ID);
    await held.isOpen;
    const late = createKey(two, ADMIN, { botId: BOT_ID, name: 'x', expiresAtMs: null });
    held.end();
    accepted(await open);
    expect(await late).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });

  it('does not delay the bot’s calls if it does not change the bot’s row', async () => {
    const { keyHash } = await register(ports.directory, { id: '8'.repeat(18) });
    const held = heldOpen(ports);
    const open = createKey(held.ports, ADMIN, { botId: '8'.repeat(18), name: 'x', expiresAtMs: null });
    await held.isOpen;
    expect(await send(two.store, { keyHash })).toMatchObject({ outcome: { kind: 'served' } });
    held.end();
    accepted(await open);
  });
});
