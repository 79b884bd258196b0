import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { decideRead } from '@/lib/domain/reports/decide';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { createKey } from '@/lib/services/keys/change';
import { viewKeys } from '@/lib/services/keys/find';
import { recordRefusals } from '@/lib/services/refusals/record';
import { keyUses } from '@/lib/view/key-uses';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports, store } from '@/tests/support/data/each-database';
import { addKeys, read, register, send } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

onEachDatabase('the keys of a bot', () => {
  const view = async (page: number) => accepted(await viewKeys(ports, OPERATOR, BOT_ID, page));

  it('are shown with their calls of the cycle and of each day, and all rows together are the used calls', async () => {
    const { keyHash, keyId } = await register(directory, { plan: 'business' });
    const made = await createKey(ports, OPERATOR, { botId: BOT_ID, name: 'second', expiresAtMs: null });
    const second = accepted(made);
    await send(store, { keyHash });
    await read(store, { keyHash });
    await db.setClock(T0 + DAY_MS);
    await store.call({ keyHash: ports.secrets.hash(second.key) }, decideRead('history'));
    await send(store, { botId: BOT_ID });
    const { usage, items } = await view(1);
    const { ofKey, rest } = keyUses(usage, items);
    expect(ofKey.get(keyId)).toEqual({ calls: 2, share: 50, days: [2, 0] });
    expect(ofKey.get(second.apiKey.id)).toEqual({ calls: 1, share: 25, days: [0, 1] });
    expect(rest).toEqual([{ name: 'Sent from the dashboard', calls: 1, share: 25 }]);
    expect(usage?.cycle.used).toBe(4);
  });

  it('of other pages have one row together', async () => {
    const { keyHash } = await register(directory);
    await read(store, { keyHash });
    await db.setClock(T0 + 1);
    await addKeys(directory, PAGE_SIZE);
    const [first, last] = [await view(1), await view(2)];
    expect(keyUses(first.usage, first.items).rest).toEqual([{ name: 'Other keys', calls: 1, share: 100 }]);
    expect(keyUses(last.usage, last.items).rest).toEqual([]);
  });

  it('are shown with the latest call that was refused', async () => {
    const { keyHash, keyId } = await register(directory);
    const refused = (error: 'bot_mismatch' | 'update_too_soon', atMs: number) => ({
      count: 1,
      firstAtMs: atMs,
      last: { of: { keyHash }, operation: 'POST /x', error, message: 'No.', requestId: '', atMs },
    });
    expect((await view(1)).lastErrors).toEqual({});
    await recordRefusals(ports, [refused('bot_mismatch', T0 + 2), refused('update_too_soon', T0 + 1)]);
    expect((await view(1)).lastErrors).toEqual({ [keyId]: { error: 'bot_mismatch', atMs: T0 + 2 } });
  });
});
