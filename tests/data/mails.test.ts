import { beforeEach, expect, it } from 'vitest';
import { type BotEvent, EVENT_TYPES, type EventType, type NewEvent } from '@/lib/domain/alerts/event';
import { MAIL_LEASE_MS, MAILS_KEPT_MS } from '@/lib/domain/alerts/mail';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import {
  type AlertChange,
  changeAlertSettings,
  findMailsOfLink,
  readAlertSettings,
  unsubscribe,
} from '@/lib/services/alerts/settings';
import { changeBot } from '@/lib/services/bots/change';
import { createMails, routeEvents } from '@/lib/services/events/route';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { pruneMails } from '@/lib/services/prune';
import { changeUser, setOwnTimeZone } from '@/lib/services/users/change';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import * as each from '@/tests/support/data/each-database';
import { connectAgain, db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { addBotsAndPeople, insertSession, register, signedIn } from '@/tests/support/data/fixtures';
import { mailbox } from '@/tests/support/data/ports';
import { accepted, verdictOf } from '@/tests/support/result';

const OWNER_ID = `owner-of-${BOT_ID}`;
const OWNER = signedIn(OWNER_ID, 'owner');
const NEVER = new AbortController().signal;
const AT = '2026-02-18T03:00:00.000Z';
const QUOTA = {
  used: 1_500,
  limit: 1_500,
  percentage: 100,
  plan: 'free',
  resetAt: AT,
  runsOutAt: AT,
} as const;

const box = mailbox();
const { mailer, letters } = box;
const failed = (isFinal: boolean) =>
  ({ isSent: false, isFinal, reason: 'The mail server refused.' }) as const;
const ports = () => ({ ...each.ports, mailer });

const eventOf = (type: EventType, period: string, botId = BOT_ID) =>
  ({
    type,
    period,
    atMs: T0,
    dueAtMs: T0,
    data: {
      botId,
      botName: `Bot ${botId.slice(0, 1)}`,
      ...QUOTA,
      ...{ host: 'hook.example.org', reason: 'It was gone.' },
    },
  }) as NewEvent;

/** Stores events, and routes them like the job. */
async function cause(...events: NewEvent[]): Promise<void> {
  await directory.write([], (tables) => tables.events.insert(events));
  const ids = (await db.rows('SELECT id FROM events')).map(({ id }) => String(id));
  await directory.write([], async (tables, nowMs) =>
    createMails(tables, ports(), await tables.events.listByIds(ids), nowMs),
  );
}
const send = () => sendDueMails(ports(), NEVER);
const exhausted = (period: string, botId?: string) => eventOf('quota.exhausted', period, botId);
const subjects = () => letters.map(({ subject }) => subject);
const states = async () =>
  (await db.rows('SELECT state FROM mails ORDER BY created_at_ms, id')).map(({ state }) => state);
const choose = (own: AlertChange['own']) => changeAlertSettings(ports(), OWNER, BOT_ID, { own });
const settings = async () => accepted(await readAlertSettings(ports(), OWNER, BOT_ID)).settings;
const tokenOf = (letter = letters.at(-1)) =>
  new URLSearchParams(letter?.unsubscribePath?.split('?')[1]).get('token') ?? '';
const FULL = 'Bot 1 has used up its quota';

onEachDatabase('mails about events', () => {
  beforeEach(async () => {
    letters.length = 0;
    box.results = [];
    await db.setClock(T0);
    await addBotsAndPeople(directory);
    await insertSession(directory, OWNER);
  });

  it('of an event that is found late, after an outage of an hour, is sent', async () => {
    await directory.write([], (tables) => tables.events.insert([exhausted('late')]));
    await db.setClock(T0 + HOUR_MS);
    await routeEvents(ports());
    await send();
    expect(subjects()).toEqual([FULL]);
  });

  it('go to the owner for the types that are on: by default what stops a bot; once; not without a mailer', async () => {
    const all = EVENT_TYPES.map((type) => eventOf(type, '1'));
    await directory.write([], (tables, nowMs) =>
      createMails(tables, { mailer: null }, all as BotEvent[], nowMs),
    );
    await cause(...all);
    await cause();
    const rows = await db.rows(
      'SELECT type, recipient FROM mails JOIN events ON events.id = event_id ORDER BY type',
    );
    const byDefault = ['bot.silent', 'key.expiring', 'quota.exhausted', 'quota.forecast', 'webhook.disabled'];
    expect(rows).toEqual(byDefault.map((type) => ({ type, recipient: `${OWNER_ID}@example.org` })));
  });

  it('follow the owner’s choices, which no one else can change, and which end with ownership', async () => {
    const off = { isMailed: false, isInApp: true, isRepeated: false };
    const onlyMailed = { isMailed: true, isInApp: false, isRepeated: false };
    accepted(await choose({ 'quota.exhausted': off, 'bot.enabled': onlyMailed, 'webhook.test': onlyMailed }));
    await cause(...EVENT_TYPES.map((type) => eventOf(type, '1')));
    const types = await db.rows('SELECT type FROM mails JOIN events ON events.id = event_id ORDER BY type');
    const wanted = 'bot.enabled bot.silent key.expiring quota.forecast webhook.disabled';
    expect(types.map(({ type }) => type).join(' ')).toBe(wanted);
    for (const [who, verdict] of [
      ['neighbour', 'not_found'],
      ['admin', 'forbidden'],
    ] as const) {
      const change = changeAlertSettings(
        ports(),
        signedIn(who, who === 'admin' ? 'admin' : 'owner'),
        BOT_ID,
        { own: {} },
      );
      expect(verdictOf(await change)).toBe(verdict);
    }
    const seen = accepted(await readAlertSettings(ports(), signedIn('admin', 'admin'), BOT_ID));
    expect(seen).toMatchObject({
      settings: { 'quota.exhausted': off },
      isOwn: false,
      mailAddress: `${OWNER_ID}@example.org`,
    });
    accepted(
      await changeBot(ports(), OPERATOR, BOT_ID, { owner: { userId: 'neighbour' }, revokesKeys: false }),
    );
    expect(await db.rows('SELECT * FROM alert_settings')).toEqual([]);
  });

  it('are at most one a minute for each person, the rest in a summary', async () => {
    const given = { owner: { userId: OWNER_ID }, revokesKeys: false };
    accepted(await changeBot(ports(), OPERATOR, OTHER_BOT_ID, given));
    await cause(exhausted('1'));
    await send();
    await cause(exhausted('2'), exhausted('3'), exhausted('1', OTHER_BOT_ID));
    await db.setClock(T0 + MINUTE_MS - 1);
    await send();
    expect(subjects()).toEqual([FULL]);
    await db.setClock(T0 + MINUTE_MS);
    await send();
    await send();
    expect(subjects()).toEqual([FULL, '3 events of 2 bots']);
    expect([letters[1]?.sections.length, letters[1]?.to]).toEqual([3, `${OWNER_ID}@example.org`]);
  });

  it('say what happened, what it means and what to do, in the time zone of their person', async () => {
    accepted(await setOwnTimeZone(ports(), OWNER, 'america/new york'));
    expect(verdictOf(await setOwnTimeZone(ports(), OWNER, 'Atlantis/City'))).toBe('invalid');
    await cause(exhausted('1'));
    await send();
    expect(letters[0]).toMatchObject({
      subject: FULL,
      sections: [
        {
          title: FULL,
          sentences: [
            expect.stringContaining('refused until Tue, Feb 17, 2026, 22:00 EST.'),
            expect.stringMatching(/\.$/),
            'Time: Sun, Jan 18, 2026, 22:00 EST',
          ],
          link: { path: `/bots/${BOT_ID}` },
        },
      ],
      reason: expect.stringContaining('your role with Bot 1.'),
    });
  });

  it('are sent once by instances that send at the same time', async () => {
    const bots = Array.from({ length: 12 }, (_, i) => `${100_000_000_000_000_000n + BigInt(i)}`);
    for (const id of bots) await register(directory, { id });
    await cause(...bots.map((id) => exhausted('1', id)));
    const second = { ...(await connectAgain()), mailer };
    await Promise.all([send(), sendDueMails(second, NEVER), send()]);
    await second.close();
    expect(letters.map(({ to }) => to).sort()).toEqual(bots.map((id) => `owner-of-${id}@example.org`).sort());
  });

  it('are tried again with growing waits, and given up after a day or when refused for good', async () => {
    box.results = Array.from({ length: 100 }, () => failed(false));
    await cause(exhausted('1'));
    const triedAfter: number[] = [];
    for (let minutes = 0; minutes <= 1_440; minutes++) {
      await db.setClock(T0 + minutes * MINUTE_MS);
      await send();
      if (letters.length > triedAfter.length) triedAfter.push(minutes);
    }
    expect(triedAfter).toEqual([0, 1, 6, 21, 81, 261, 621, 981, 1_341]);
    expect(new Set(letters.map(({ id }) => id)).size).toBe(1);
    box.results = [failed(true)];
    await cause(exhausted('2'));
    await send();
    expect(await states()).toEqual(['given_up', 'given_up']);
  });

  it('are repeated as they were under the same id when an instance ended while it sent them', async () => {
    box.results = [new Error('the process ends')];
    await cause(exhausted('1'), exhausted('2'));
    await expect(send()).rejects.toThrow('the process ends');
    await cause(exhausted('3'));
    await db.setClock(T0 + MAIL_LEASE_MS - 1);
    box.results = [failed(false)];
    await send();
    expect(subjects()).toEqual(['2 events of Bot 1', FULL]);
    await db.setClock(T0 + MAIL_LEASE_MS + MINUTE_MS);
    await send();
    expect(letters[2]).toEqual(letters[0]);
    expect(await states()).toEqual(expect.arrayContaining(['sent', 'sent', 'waiting']));
  });

  it.each([
    [
      'ended them',
      () => choose({ 'quota.exhausted': { isMailed: false, isInApp: true, isRepeated: false } }),
    ],
    ['was disabled', () => changeUser(ports(), OPERATOR, { userId: OWNER_ID }, { isDisabled: true })],
    [
      'lost the bot',
      () => changeBot(ports(), OPERATOR, BOT_ID, { owner: { userId: 'neighbour' }, revokesKeys: false }),
    ],
  ])('are not sent when the person meanwhile %s', async (_, happen) => {
    await cause(exhausted('1'));
    accepted(await (happen as () => ReturnType<typeof choose>)());
    await send();
    expect([letters, await states()]).toEqual([[], ['given_up']]);
  });

  it('are ended by the link in them, one kind of one bot; of a summary, what it listed', async () => {
    await cause(exhausted('1'));
    await send();
    const single = tokenOf();
    expect(accepted(await findMailsOfLink(ports(), single))).toMatchObject([
      { botId: BOT_ID, type: 'quota.exhausted' },
    ]);
    expect((await settings())['quota.exhausted'].isMailed).toBe(true);
    for (let i = 0; i < 2; i++) accepted(await unsubscribe(ports(), single));
    expect(accepted(await findMailsOfLink(ports(), single))).toEqual([]);
    await db.setClock(T0 + MINUTE_MS);
    await cause(eventOf('quota.forecast', '1'), eventOf('key.expiring', '1'));
    await send();
    accepted(await unsubscribe(ports(), tokenOf()));
    const on = Object.entries(await settings()).filter(([, { isMailed }]) => isMailed);
    expect(on.map(([type]) => type)).toEqual(['bot.silent', 'webhook.disabled']);
  });

  it('are not ended by a link that was changed, nor by that of a former owner', async () => {
    await cause(exhausted('1'));
    await send();
    const token = tokenOf();
    const changed = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const wrong of ['', 'x', `${token}x`, `x${token}`, changed]) {
      expect(verdictOf(await unsubscribe(ports(), wrong))).toBe('not_found');
    }
    accepted(
      await changeBot(ports(), OPERATOR, BOT_ID, { owner: { userId: 'neighbour' }, revokesKeys: false }),
    );
    expect(accepted(await unsubscribe(ports(), token))).toEqual([]);
    expect(await db.rows('SELECT * FROM alert_settings')).toEqual([]);
  });

  it('are kept for 30 days, however many there are', async () => {
    await cause(exhausted('1'));
    await send();
    const more = Array.from({ length: 1_100 }, (_, n) => ({
      ...({ id: `mail-${n}`, kind: 'event', userId: 'neighbour', botId: BOT_ID, eventId: 'evt' } as const),
      recipient: 'neighbour@example.org',
      sealed: null,
    }));
    await ports().directory.write([], ({ mails }) => mails.insert(more, T0));
    for (const [afterMs, kept] of [
      [0, 1 + more.length],
      [1, 0],
    ] as const) {
      await db.setClock(T0 + MAILS_KEPT_MS + afterMs);
      await pruneMails(ports());
      expect(await states()).toHaveLength(kept);
    }
    expect(MAILS_KEPT_MS).toBe(30 * DAY_MS);
  });
});
