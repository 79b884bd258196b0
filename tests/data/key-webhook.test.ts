import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { deleteBot } from '@/lib/services/bots/delete';
import { finishRemovals } from '@/lib/services/removals/finish';
import { removeWebhook } from '@/lib/services/webhooks/change';
import { storeKeyWebhook } from '@/lib/services/webhooks/of-key';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { type Registered, register } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

onEachDatabase('the webhook of a key', () => {
  let bot: Registered;
  beforeEach(async () => {
    bot = await register(directory, { plan: 'premium' });
  });
  const ask = async (path: string | number, of = bot, by = ports) =>
    storeKeyWebhook(
      by,
      { kind: 'key', botId: of.botId, keyHash: of.keyHash },
      { url: `https://bot.example.org/${path}` },
    );
  const audited = async () => (await db.rows('SELECT 1 FROM audit_log')).length;

  it('is changed at most 10 times an hour, on all instances together; the same again is no change', async () => {
    const instances = [ports, await connectAgain()];
    for (let i = 0; i < 10; i++)
      expect(await ask(i, bot, instances[i % 2])).toMatchObject({ kind: 'stored' });
    for (let i = 0; i < 20; i++) expect(await ask(9)).toEqual({ kind: 'stored', secret: null });
    expect(await audited()).toBe(10);
    await db.setClock(T0 + HOUR_MS - 1);
    expect(await ask(10)).toEqual({ kind: 'too many', retryAfterMs: 1 });
    expect(await ask(9)).toEqual({ kind: 'stored', secret: null });
    const other = await register(directory, { id: OTHER_BOT_ID, plan: 'premium' });
    expect(await ask(1, other)).toMatchObject({ kind: 'stored' });
    expect(await audited()).toBe(11);
    await db.setClock(T0 + HOUR_MS);
    expect(await ask(10)).toMatchObject({ kind: 'stored' });
  });

  it('is not stored while the deliveries to its former one are being deleted', async () => {
    await ask(1);
    accepted(await removeWebhook(ports, OPERATOR, `key-${BOT_ID}`));
    expect(await ask(1)).toMatchObject({
      kind: 'not stored',
      reason: expect.stringMatching(/being deleted/),
    });
    await finishRemovals(ports);
    expect(await ask(1)).toMatchObject({ kind: 'stored' });
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    expect(await ask(2)).toBeNull();
  });
});
