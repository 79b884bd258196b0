import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { searchAudit } from '@/lib/services/audit/search';
import { changeWebhook } from '@/lib/services/webhooks/change';
import { createWebhook } from '@/lib/services/webhooks/create';
import { openWebhook } from '@/lib/services/webhooks/find';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed } from '../../support/process/envelope';
import type { TestBot } from '../../support/process/operator';
import { bearer } from '../../support/process/requests';
import { accepted } from '../../support/result';

const URL_A = 'https://bot.example.org/votes?token=secret-part';
const URL_B = 'https://other.example.org/votes';
const WHSEC = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

onEveryServer((api) => {
  const { operator } = api;
  const ask = (bot: TestBot, body: object) =>
    api.send({
      method: 'POST',
      path: '/api/v1/settings/webhook',
      headers: { ...bearer(bot), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** Where the bot's webhooks send to, what for, and what signs. */
  const stored = async ({ id }: TestBot) => {
    const { directory, vault } = await operator.ports();
    const all = await directory.read(({ webhooks }) => webhooks.listOfBots([id]));
    return all.map((each) => ({
      ...openWebhook(vault, each, Date.now()),
      eventTypes: each.eventTypes,
      status: each.status,
    }));
  };
  const audited = async ({ id }: TestBot) => {
    const query = { text: id, sort: '', isDescending: false, page: 1 };
    const found = accepted(await searchAudit(await operator.ports(), OPERATOR, query));
    return found.rows.filter(({ actor }) => actor === 'key');
  };
  const notStored = (reason: RegExp) => ({
    success: true,
    data: { stored: false, reason: expect.stringMatching(reason) },
  });

  it('stores the address for votes alone, makes a secret once, and counts nothing', async () => {
    const bot = await operator.bot({ plan: 'premium' });
    await operator.setUsed(bot.id, 10_000);
    const first = await ask(bot, { url: URL_A, isReporter: 'yes' });
    expectServed(first, { success: true, data: { stored: true, secret: WHSEC } });
    const { secret } = first.json().data;
    const whole = { address: URL_A, secrets: [secret], eventTypes: ['vote.created'], status: 'on' };
    expect(await stored(bot)).toEqual([whole]);
    expect(await operator.state(bot.id)).toMatchObject({ used: 10_000, calls: 0, rejected: 0 });
    const [entry, ...more] = await audited(bot);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'webhook.create',
      after: { host: 'bot.example.org', eventTypes: 'vote.created', keyId: expect.any(String) },
    });
    expect(JSON.stringify(entry)).not.toMatch(/secret-part|whsec_/);

    const before = await operator.rows(bot.id);
    expectServed(await ask(bot, { url: URL_A }), { success: true, data: { stored: true } });
    expect(await operator.rows(bot.id)).toEqual(before);
    expect(await audited(bot)).toHaveLength(1);
  });

  it('replaces its own, and never one that a person made', async () => {
    const bot = await operator.bot({ plan: 'premium' });
    const own = { botId: bot.id, url: URL_A, eventTypes: ['bot.silent'] } as const;
    accepted(await createWebhook(await operator.ports(), OPERATOR, own));
    const [ofOwner] = await stored(bot);
    await ask(bot, { url: URL_A, secret: 'as raw bytes ✓' });
    const raw = `whsec_${Buffer.from('as raw bytes ✓').toString('base64')}`;
    expect(await stored(bot)).toEqual([
      ofOwner,
      { address: URL_A, secrets: [raw], eventTypes: ['vote.created'], status: 'on' },
    ]);
    const standard = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwZ3RfYq0uB3U=';
    expectServed(await ask(bot, { url: URL_A, secret: standard }), { success: true, data: { stored: true } });
    expect((await stored(bot))[1]).toMatchObject({ address: URL_A, secrets: [standard] });
    // Another receiver never gets what an earlier one was signed with.
    const next = (await ask(bot, { url: URL_B })).json().data;
    expect(next).toEqual({ stored: true, secret: WHSEC });
    expect(await stored(bot)).toEqual([
      ofOwner,
      { address: URL_B, secrets: [next.secret], eventTypes: ['vote.created'], status: 'on' },
    ]);
  });

  it('has one webhook, however many ask at once', async () => {
    const bot = await operator.bot({ plan: 'premium' });
    const responses = await Promise.all(Array.from({ length: 12 }, () => ask(bot, { url: URL_A })));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(responses.filter((each) => each.json().data.secret !== undefined)).toHaveLength(1);
    expect(await stored(bot)).toHaveLength(1);
  });

  it.each([
    ['a plan without signed webhooks', 'free', URL_A, /^The Free plan has no signed webhooks\.$/],
    ['no address', 'premium', 'not an address', /^Enter an address such as/],
    ['a private address', 'premium', 'https://192.168.0.1/hook', /./],
    ['an address with a password', 'premium', 'https://a:b@bot.example.org/', /password/],
    ['one without TLS', 'premium', 'http://bot.example.org/', /https/],
  ] as const)('stores nothing for %s, and says why', async (_, plan, url, reason) => {
    const bot = await operator.bot({ plan });
    const before = await operator.rows(bot.id);
    expectServed(await ask(bot, { url }), notStored(reason));
    expect(await operator.rows(bot.id)).toEqual(before);
    expect(await audited(bot)).toEqual([]);
  });

  it('stores nothing where the plan has no place, or the owner switched it off', async () => {
    const bot = await operator.bot({ plan: 'premium' });
    const ports = await operator.ports();
    await ask(bot, { url: URL_A });
    const [{ id } = { id: '' }] = await ports.directory.read(({ webhooks }) => webhooks.listOfBots([bot.id]));
    accepted(await changeWebhook(ports, OPERATOR, id, { isOn: false }));
    expectServed(await ask(bot, { url: URL_B }), notStored(/switched it off/));
    expect(await stored(bot)).toMatchObject([{ address: URL_A, status: 'off' }]);

    const full = await operator.bot({ plan: 'premium' });
    for (let i = 0; i < 5; i++)
      accepted(
        await createWebhook(ports, OPERATOR, { botId: full.id, url: URL_B, eventTypes: ['bot.silent'] }),
      );
    expectServed(await ask(full, { url: URL_A }), notStored(/^The Premium plan has 5 webhooks a bot\./));
    expect(await stored(full)).toHaveLength(5);
  });
});
