import { expect, it } from 'vitest';
import { suggestBots } from '@/lib/services/bots/list';
import { onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

onEachDatabase('the search of every page', () => {
  it('finds bots by name or id, an owner’s own alone, the first eight by name', async () => {
    const id = (n: number) => String(1_283_746_529_000_000_000n + BigInt(n));
    for (let n = 0; n < 12; n++)
      await register(ports.directory, {
        id: id(n),
        name: `Lantern ${String(n).padStart(2, '0')}`,
        ownerId: 'owner',
      });
    await register(ports.directory, { id: id(90), name: 'Another lantern', ownerId: 'other' });
    const found = async (userId: string, role: 'owner' | 'admin', text: string) =>
      accepted(await suggestBots(ports, signedIn(userId, role), text)).bots.map(({ name }) => name);
    expect(await found('owner', 'owner', 'LANTERN')).toEqual(
      Array.from({ length: 8 }, (_, n) => `Lantern 0${n}`),
    );
    expect(await found('owner', 'owner', id(11).slice(-4))).toEqual(['Lantern 11']);
    expect(await found('other', 'owner', '')).toEqual(['Another lantern']);
    expect(await found('admin', 'admin', 'another')).toEqual(['Another lantern']);
    expect(await found('owner', 'owner', '%')).toEqual([]);
  });
});
