import { expect, it } from 'vitest';
import { directory, onEachDatabase } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { manyStores, readsBy } from '@/tests/support/data/many-stores';

/**
 * So many calls of one bot that a defect in their order shows in each run. A busy machine cannot serve them all within the
 * time limit of a call: this is for the long run, and a smaller one is among the tests of calls.
 */
onEachDatabase('150 simultaneous calls of one bot through 12 instances', () => {
  it('each is decided on what the one before left: used counts up without gap or double', async () => {
    const { keyHash } = await register(directory);
    const calls = await readsBy(await manyStores(11), 150, keyHash);
    const used = calls.map((call) => call?.account.cycle.used ?? 0).sort((a, b) => a - b);
    expect(used).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
  });
});
