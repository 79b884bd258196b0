import { expect, it } from 'vitest';
import { DEFAULT_ALERTS } from '@/lib/domain/alerts/alert-settings';
import { CHOOSABLE_TYPES } from '@/lib/domain/alerts/webhook';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import type { Ports } from '@/lib/ports/ports';
import { changeAlertSettings } from '@/lib/services/alerts/settings';
import { changeBot } from '@/lib/services/bots/change';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { findSilentBots } from '@/lib/services/silences/find';
import { pauseBot } from '@/lib/services/silences/pause';
import { repeatSilences } from '@/lib/services/silences/repeat';
import { createWebhook } from '@/lib/services/webhooks/create';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { connectAgain, db, directory, onEachDatabase, store } from '@/tests/support/data/each-database';
import { addBotsAndPeople, insertSession, send, signedIn } from '@/tests/support/data/fixtures';
import { mailbox } from '@/tests/support/data/ports';
import { DELIVERED, scriptedWebhooks } from '@/tests/support/data/scripted-webhooks';
import { accepted } from '@/tests/support/result';

const OWNER_ID = `owner-of-${BOT_ID}`;
const OWNER = signedIn(OWNER_ID, 'owner');
const DISCORD = `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(64)}`;
const { signal } = new AbortController();
/** When the silence of these tests is notified: a Free bot is silent after 90 minutes. */
const NOTIFIED_MS = 2 * HOUR_MS;

onEachDatabase('the message about a silence, repeated', () => {
  /** A silent bot with a webhook of each kind; `at` runs all jobs so long after T0 and returns what is sent in all. */
  async function silentBot() {
    await addBotsAndPeople(directory);
    await insertSession(directory, OWNER);
    await db.run(`UPDATE bots SET plan = 'business' WHERE id = '${BOT_ID}'`);
    await db.run(`INSERT INTO serving_times (from_ms, until_ms) VALUES (${T0}, ${T0 + 99 * DAY_MS})`);
    const { mailer, letters } = mailbox();
    const { ports: scripted, posts, deliver } = scriptedWebhooks({ ...each.ports, mailer }, () => DELIVERED);
    for (const url of [DISCORD, 'https://hook.example.org/a'])
      accepted(await createWebhook(scripted, OPERATOR, { botId: BOT_ID, eventTypes: CHOOSABLE_TYPES, url }));
    await db.setClock(T0);
    await send(store, { botId: BOT_ID });
    const at = async (ms: number, instances: readonly Ports[] = [scripted]) => {
      await db.setClock(T0 + ms);
      await findSilentBots(scripted, signal);
      await deliver();
      await Promise.all(instances.map((each) => repeatSilences({ ...each, mailer })));
      await deliver();
      await sendDueMails(scripted, signal);
      const discord = posts.filter(({ address }) => address === DISCORD).length;
      return { mails: letters.length, discord, signed: posts.length - discord };
    };
    const choose = async (isRepeated: boolean) => {
      const silent = { ...DEFAULT_ALERTS['bot.silent'], isRepeated };
      accepted(await changeAlertSettings(scripted, OWNER, BOT_ID, { own: { 'bot.silent': silent } }));
    };
    return { at, choose, letters, ports: scripted };
  }

  it('is sent again once a day by mail and to Discord, by two instances too, and never to other webhooks', async () => {
    const { at, choose, letters } = await silentBot();
    await choose(true);
    const other = await connectAgain();
    expect(await at(NOTIFIED_MS)).toEqual({ mails: 1, discord: 1, signed: 1 });
    expect(await at(NOTIFIED_MS + DAY_MS - 1)).toEqual({ mails: 1, discord: 1, signed: 1 });
    const both = [each.ports, other];
    expect(await at(NOTIFIED_MS + DAY_MS, both)).toEqual({ mails: 2, discord: 2, signed: 1 });
    expect(await at(NOTIFIED_MS + 2 * DAY_MS - 1, both)).toEqual({ mails: 2, discord: 2, signed: 1 });
    // An hour too late, as after an upgrade; the next one is in time.
    expect(await at(NOTIFIED_MS + 2 * DAY_MS + HOUR_MS, both)).toEqual({ mails: 3, discord: 3, signed: 1 });
    expect(await at(NOTIFIED_MS + 3 * DAY_MS, both)).toEqual({ mails: 4, discord: 4, signed: 1 });
    expect(new Set(letters.map(({ id }) => id)).size).toBe(4);
    expect((await db.rows('SELECT id FROM events')).length).toBe(1);
  });

  it('ends with the silence, and begins anew with the next one', async () => {
    const { at, choose } = await silentBot();
    await choose(true);
    await at(NOTIFIED_MS);
    await db.setClock(T0 + 3 * HOUR_MS);
    await send(store, { botId: BOT_ID });
    const recovered = { mails: 1, discord: 2, signed: 2 };
    expect(await at(3 * HOUR_MS)).toEqual(recovered);
    // The next silence is notified later than the former one would have been repeated.
    expect(await at(10 * HOUR_MS)).toEqual({ mails: 2, discord: 3, signed: 3 });
    expect(await at(NOTIFIED_MS + DAY_MS + HOUR_MS)).toEqual({ mails: 2, discord: 3, signed: 3 });
    expect(await at(10 * HOUR_MS + DAY_MS)).toEqual({ mails: 3, discord: 4, signed: 3 });
  });

  it('is not sent while a silence is planned, and goes on after it', async () => {
    const { at, choose, ports } = await silentBot();
    await choose(true);
    await at(NOTIFIED_MS);
    await db.setClock(T0 + NOTIFIED_MS + DAY_MS - HOUR_MS);
    accepted(await pauseBot(ports, OPERATOR, BOT_ID, { minutes: 120 }));
    expect(await at(NOTIFIED_MS + DAY_MS)).toEqual({ mails: 1, discord: 1, signed: 1 });
    expect(await at(NOTIFIED_MS + 2 * DAY_MS)).toEqual({ mails: 2, discord: 2, signed: 1 });
  });

  it('is not sent unless chosen, nor after it was given up, nor of a disabled bot', async () => {
    const { at, choose, ports } = await silentBot();
    const once = { mails: 1, discord: 1, signed: 1 };
    expect(await at(NOTIFIED_MS)).toEqual(once);
    expect(await at(NOTIFIED_MS + DAY_MS)).toEqual(once);
    await choose(true);
    await choose(false);
    expect(await at(NOTIFIED_MS + 2 * DAY_MS)).toEqual(once);
    await choose(true);
    accepted(await changeBot(ports, OPERATOR, BOT_ID, { isDisabled: true }));
    const disabled = await at(NOTIFIED_MS + 3 * DAY_MS);
    expect(await at(NOTIFIED_MS + 5 * DAY_MS)).toEqual(disabled);
    expect(disabled.mails).toBe(1);
  });
});
