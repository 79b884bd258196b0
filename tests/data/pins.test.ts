import { expect, it } from 'vitest';
import { PINNED_MAX } from '@/lib/domain/bots/bot-list';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { listOwnBots } from '@/lib/services/bots/list';
import { pinBot } from '@/lib/services/bots/pin';
import { directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { ALL_BOTS, insertSession, register, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const OWNER = signedIn('owner', 'owner');
const OTHER = signedIn('other', 'owner');
const idOf = (n: number) => String(1_283_746_529_000_000_000n + BigInt(n));

onEachDatabase('pinned bots', () => {
  const names = async () => {
    const { read } = accepted(await listOwnBots(ports, OWNER, { ...ALL_BOTS, sort: 'name' }));
    return (await read()).bots.map(({ name, isPinned }) => (isPinned ? `${name}!` : name)).join(' ');
  };

  it('stay at the top of the list of who pinned them, until they are unpinned or another’s', async () => {
    await register(directory, { id: idOf(5), ownerId: 'other' });
    for (const [n, name] of ['a', 'b', 'c'].entries())
      await register(directory, { id: idOf(n), name, ownerId: 'owner' });
    for (const person of [OWNER, OTHER]) await insertSession(directory, person);
    for (const n of [2, 1, 2]) accepted(await pinBot(ports, OWNER, idOf(n), true));
    expect(await names()).toBe('b! c! a');
    expect(await pinBot(ports, OTHER, idOf(0), true)).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await pinBot(ports, OWNER, idOf(9), true)).toMatchObject({ refusal: { code: 'not_found' } });
    accepted(await pinBot(ports, OWNER, idOf(2), false));
    expect(await names()).toBe('b! a c');
    accepted(await changeBot(ports, OPERATOR, idOf(1), { owner: { email: 'other@example.org' } }));
    expect(await names()).toBe('a c');
  });

  it('are a bounded number: the one that was pinned first goes', async () => {
    for (let n = 0; n <= PINNED_MAX; n++)
      await register(directory, { id: idOf(n), name: `b${n}`, ownerId: 'owner' });
    await insertSession(directory, OWNER);
    for (let n = 0; n <= PINNED_MAX; n++) {
      accepted(await pinBot(ports, OWNER, idOf(n), true));
    }
    const pinned = await directory.read(({ users }) => users.pinnedBots('owner'));
    expect(pinned).toEqual(Array.from({ length: PINNED_MAX }, (_, n) => idOf(n + 1)));
  });
});
