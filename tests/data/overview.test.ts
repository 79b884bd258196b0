import { expect, it } from 'vitest';
import { DAYS_COUNTED } from '@/lib/domain/bots/bot-counts';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { SERVING_LEASE_MS } from '@/lib/domain/silences/silence';
import { countBotsJob } from '@/lib/jobs/list';
import { searchBots } from '@/lib/services/bots/list';
import { countBots, readOverview } from '@/lib/services/overview/overview';
import { OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { addWebhook, register, send } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const overview = async () => accepted(await readOverview(ports, OPERATOR));
const { signal } = new AbortController();

/** A bot that is silent since its report, and one that never reported. */
async function fill() {
  const reporting = await register(directory);
  await register(directory, { id: OTHER_BOT_ID });
  await send(store, { keyHash: reporting.keyHash });
  await send(store, { keyHash: reporting.keyHash });
  await db.run(
    `INSERT INTO serving_times (from_ms, until_ms) VALUES (${T0}, ${T0 + 100 * SERVING_LEASE_MS * 60})`,
  );
  await db.setClock(T0 + 3 * 3_600_000);
  return reporting.botId;
}

onEachDatabase('the overview', () => {
  it('is empty before the first count, and complete after it', async () => {
    expect(await overview()).toMatchObject({
      counts: null,
      worst: [],
      backup: null,
      begun: { hasBots: false },
    });
    const silent = await fill();
    await countBotsJob().run(ports, signal);
    const { counts, worst, databaseBytes, begun } = await overview();
    expect(counts).toMatchObject({
      atMs: T0 + 3 * 3_600_000,
      servers: REPORT.serverCount,
      users: REPORT.userCount,
      groups: {
        silent: { count: 1, ids: [silent] },
        new: { count: 1, ids: [OTHER_BOT_ID] },
        'without-report': { count: 1, ids: [OTHER_BOT_ID] },
        'without-key': { count: 0, ids: [] },
      },
    });
    const nothing = { calls: 0, rejected: 0 };
    expect(counts?.days).toEqual([...Array(DAYS_COUNTED - 1).fill(nothing), { calls: 1, rejected: 1 }]);
    expect(worst).toMatchObject([{ bot: { id: silent }, state: { name: 'silent' } }]);
    expect(databaseBytes).toBeGreaterThan(10_000);
    expect(begun).toEqual({ hasPeople: true, hasBots: true, hasReports: true });
  });

  it('is counted by one of several instances, again a minute later, and not after an abort', async () => {
    await register(directory);
    await countBots(ports, null, signal);
    await register(directory, { id: OTHER_BOT_ID });
    const total = async () => (await overview()).counts?.groups.new.count;
    await countBots(await connectAgain(), null, signal);
    expect(await total()).toBe(1);
    await db.setClock(T0 + 60_000);
    const counting = await countBots(ports, null, AbortSignal.abort());
    expect([counting?.afterBotId, await total()]).toEqual(['', 1]);
    expect(await countBots(ports, counting, signal)).toBeNull();
    expect(await total()).toBe(2);
    await db.setClock(T0 + DAY_MS);
    await countBots(ports, null, signal);
    expect((await overview()).counts?.past).toMatchObject([{ bots: 2, servers: 0 }]);
  });

  it('leads to the bots of a state and of an owner', async () => {
    const silent = await fill();
    await countBots(ports, null, signal);
    const found = async (filters: Record<string, string>) => {
      const query = { text: '', sort: 'name', isDescending: false, page: 1, filters };
      return accepted(await searchBots(ports, OPERATOR, query)).rows.map(({ bot }) => bot.id);
    };
    expect(await found({ state: 'silent' })).toEqual([silent]);
    expect(await found({ state: 'critical' })).toEqual([]);
    expect(await found({ state: 'without-report' })).toEqual([OTHER_BOT_ID]);
    expect(await found({ state: 'without-key' })).toEqual([]);
    expect(await found({ owner: `Owner-of-${OTHER_BOT_ID}@example.org` })).toEqual([OTHER_BOT_ID]);
    expect(await found({ owner: 'nobody@example.org' })).toEqual([]);
    await db.run('UPDATE service_facts SET value_json = \'{"groups":[]}\'');
    expect([await found({ state: 'silent' }), (await overview()).counts]).toEqual([[], null]);
  });

  it('counts bots whose keys no longer work as without a key', async () => {
    const { botId } = await register(directory);
    const isWithout = async () => {
      nowMs += 60_000;
      await db.setClock(T0 + nowMs);
      await countBots(ports, null, signal);
      return (await overview()).counts?.groups['without-key'].ids;
    };
    let nowMs = 0;
    expect(await isWithout()).toEqual([]);
    await db.run(`UPDATE api_keys SET expires_at_ms = ${T0 + 3 * 60_000}`);
    expect(await isWithout()).toEqual([]);
    expect(await isWithout()).toEqual([botId]);
  });

  it('shows the newest refused call of each bot, and webhooks by the mean time of their last tries', async () => {
    const { botId } = await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
    const refusal = { keyId: 'key', operation: 'POST /x', requestId: '', sent: '', count: 1 };
    const row = (id: string, bot: string, atMs: number) =>
      ({
        ...refusal,
        error: 'update_too_soon',
        id,
        botId: bot,
        message: id,
        firstAtMs: atMs,
        lastAtMs: atMs,
      }) as const;
    await directory.write([], ({ refusals }) =>
      refusals.save([row('old', botId, T0), row('new', botId, T0 + 2), row('other', OTHER_BOT_ID, T0 + 1)]),
    );
    await addWebhook(ports, { id: 'quick', botId });
    await addWebhook(ports, { id: 'slow', botId: OTHER_BOT_ID, host: 'slow.example.org' });
    await addWebhook(ports, { id: 'untried', botId });
    // 30 tries: of the first 10, which took a minute each, nothing is left in the mean.
    for (const [id, tookMs] of [
      ['quick', 5],
      ['slow', 2_000],
    ] as const)
      for (let i = 0; i < 30; i++)
        await db.run(`INSERT INTO deliveries (endpoint_id, event_id, bot_id, event_type, created_at_ms, state, tries,
          took_ms, response, reason, is_private) VALUES ('${id}', 'evt_${i}', '${botId}', 'bot.enabled', ${T0 + i}, 'delivered', 1,
          ${i < 10 ? 60_000 : tookMs + (i % 2)}, '', '', 0)`);
    await countBots(ports, null, signal);
    const { refused, slow } = await overview();
    expect(refused.map(({ id, botName }) => [id, botName])).toEqual([
      ['new', 'TestBot'],
      ['other', 'TestBot'],
    ]);
    expect(slow.map(({ webhookId, host, meanMs }) => [webhookId, host, meanMs])).toEqual([
      ['slow', 'slow.example.org', expect.closeTo(2_000, -1)],
      ['quick', 'hook.example.org', expect.closeTo(5, -1)],
    ]);
    await db.run("DELETE FROM webhook_endpoints WHERE id = 'slow'");
    expect((await overview()).slow.map(({ webhookId }) => webhookId)).toEqual(['quick']);
  });
});
