import { expect, it } from 'vitest';
import type { DigestChoice } from '@/lib/domain/alerts/digest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { decideRefusal } from '@/lib/domain/reports/decide';
import type { Ports } from '@/lib/ports/ports';
import { findMailsOfLink, unsubscribe } from '@/lib/services/alerts/settings';
import { chooseOwnDigest, readOwnDigest } from '@/lib/services/digests/choose';
import { makeDueDigests } from '@/lib/services/digests/make';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { changeUser } from '@/lib/services/users/change';
import { createWebhook } from '@/lib/services/webhooks/create';
import { BOT_ID } from '@/tests/support/data/accounts';
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
/** Mondays, 08:00 UTC. */
const MONDAY = Date.UTC(2026, 0, 26, 8);
const WEEKLY: DigestChoice = { every: 'weekly', isMailed: true, isOnDiscord: true, isOnlyIfAny: false };

onEachDatabase('a digest', () => {
  /** A bot with a Discord webhook and a signed one, which reported in the week before MONDAY; `at` runs all jobs. */
  async function digestedBot(choice: DigestChoice | null = WEEKLY) {
    await addBotsAndPeople(directory);
    await insertSession(directory, OWNER);
    await db.run(`UPDATE bots SET plan = 'business', registered_at_ms = ${MONDAY - 30 * DAY_MS}`);
    const { mailer, letters } = mailbox();
    const { ports, posts, deliver } = scriptedWebhooks({ ...each.ports, mailer }, () => DELIVERED);
    for (const url of [DISCORD, 'https://hook.example.org/a'])
      accepted(await createWebhook(ports, OPERATOR, { botId: BOT_ID, eventTypes: ['quota.critical'], url }));
    for (const [hours, serverCount] of [
      [-100, 40],
      [-99, 45],
    ] as const) {
      await db.setClock(MONDAY + hours * HOUR_MS);
      await send(store, { botId: BOT_ID }, { serverCount, userCount: 9, shardCount: 1 });
    }
    if (choice !== null) accepted(await chooseOwnDigest(ports, OWNER, choice));
    const at = async (ms: number, instances: readonly Ports[] = [ports]) => {
      await db.setClock(ms);
      await Promise.all(
        instances.map((each) => makeDueDigests({ ...each, mailer, vault: ports.vault }, signal)),
      );
      await deliver();
      await sendDueMails(ports, signal);
      return { mails: letters.length, posts: posts.length };
    };
    return { at, letters, posts, ports };
  }

  it('comes at its time, once whatever the number of instances, and once after an outage of weeks', async () => {
    const { at, letters, posts } = await digestedBot();
    const both = [each.ports, await connectAgain()];
    expect(await at(MONDAY - 1, both)).toEqual({ mails: 0, posts: 0 });
    expect(await at(MONDAY, both)).toEqual({ mails: 1, posts: 1 });
    expect(await at(MONDAY + HOUR_MS, both)).toEqual({ mails: 1, posts: 1 });
    expect(letters[0]).toMatchObject({
      subject: 'Your week: 45 servers (+5), 0 calls refused',
      sections: [
        { title: 'Jan 19, 2026 to Jan 25, 2026, UTC' },
        {
          sentences: [
            '45 servers (+5), 9 users (unchanged), counted since Jan 22, 2026.',
            /^\d/,
            'No call was refused.',
          ].map(matching),
        },
      ],
    });
    expect(posts[0]?.address).toBe(DISCORD);
    expect(posts[0]?.body).toContain('45 servers');
    expect(await at(MONDAY + 24 * DAY_MS, both)).toEqual({ mails: 2, posts: 2 });
    expect(letters[1]?.sections[0]?.title).toBe('Feb 9, 2026 to Feb 15, 2026, UTC');
    expect(await at(MONDAY + 28 * DAY_MS - 1, both)).toEqual({ mails: 2, posts: 2 });
    expect(await at(MONDAY + 28 * DAY_MS, both)).toEqual({ mails: 3, posts: 3 });
  });

  const matching = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text));

  it('is by the chosen channels, is no notification, and is left out when nothing happened, if so chosen', async () => {
    const { at, ports } = await digestedBot({ ...WEEKLY, isOnDiscord: false, isOnlyIfAny: true });
    expect(await at(MONDAY)).toEqual({ mails: 1, posts: 0 });
    // Nothing came in the next week: nothing was expected either, or it is said.
    await db.run(`UPDATE bots SET registered_at_ms = ${MONDAY + 30 * DAY_MS}`);
    expect(await at(MONDAY + 7 * DAY_MS)).toEqual({ mails: 1, posts: 0 });
    accepted(await chooseOwnDigest(ports, OWNER, { ...WEEKLY, isMailed: false }));
    await db.run(`UPDATE bots SET registered_at_ms = ${MONDAY - 30 * DAY_MS}`);
    expect(await at(MONDAY + 14 * DAY_MS)).toEqual({ mails: 1, posts: 1 });
    expect(await db.rows("SELECT owner_id, is_read FROM events WHERE type = 'bot.digest'")).toEqual([
      { owner_id: '', is_read: 1 },
    ]);
    accepted(await chooseOwnDigest(ports, OWNER, null));
    expect(await at(MONDAY + 21 * DAY_MS)).toEqual({ mails: 1, posts: 1 });
  });

  it('counts refused calls of its days alone, and says from when they are known', async () => {
    const { at, letters, ports } = await digestedBot({ ...WEEKLY, every: 'monthly', isOnDiscord: false });
    const refuse = async (ms: number, error: string) => {
      await db.run(
        `INSERT INTO refusals (bot_id, id, key_id, endpoint, error, message, request_id, count, first_at_ms, last_at_ms)
         VALUES ('${BOT_ID}', 'refusal-${ms}', '', 'POST /api/v1/bots/stats', '${error}', 'x', '', 1, ${ms}, ${ms})`,
      );
      await db.setClock(ms);
      await ports.store.call({ botId: BOT_ID }, (account, nowMs) =>
        decideRefusal(account, 'invalid_json', nowMs),
      );
    };
    // February 2026 begins at the first midnight, March at the second.
    const [february, march] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1)];
    await refuse(february - 1, 'invalid_body');
    await refuse(march - 1, 'invalid_json');
    await refuse(march, 'invalid_key');
    await at(march + 8 * HOUR_MS);
    expect(letters.at(-1)?.sections[1]?.sentences.at(-1)).toBe(
      '1 call refused; by cause, as far as causes are kept: invalid json 1.',
    );
    // The first day of a month of 31 days is no longer known on the first of the next one.
    await at(Date.UTC(2026, 3, 1, 8));
    expect(letters.at(-1)?.sections[1]?.sentences.at(-1)).toBe('No call was refused since Mar 2, 2026.');
  });

  it('ends with the link of its mail, for whoever has it, and changes nothing else', async () => {
    const { at, letters, ports } = await digestedBot();
    await at(MONDAY);
    const token = new URL(`http://localhost${letters[0]?.unsubscribePath}`).searchParams.get('token') ?? '';
    expect(accepted(await findMailsOfLink(ports, token))).toEqual([
      { botId: '', botName: '', type: 'digest' },
    ]);
    accepted(await unsubscribe(ports, token));
    expect(accepted(await findMailsOfLink(ports, token))).toEqual([]);
    expect(accepted(await readOwnDigest(ports, OWNER)).choice).toEqual({ ...WEEKLY, isMailed: false });
    expect(await at(MONDAY + 7 * DAY_MS)).toEqual({ mails: 1, posts: 2 });
  });

  it('is not sent to a person who was disabled or chose otherwise while its mail waited', async () => {
    const { at, letters, ports } = await digestedBot();
    await db.setClock(MONDAY);
    await makeDueDigests(ports, signal);
    accepted(await chooseOwnDigest(ports, OWNER, { ...WEEKLY, isMailed: false }));
    await sendDueMails(ports, signal);
    expect(letters).toEqual([]);
    expect(await db.rows("SELECT state, sealed FROM mails WHERE kind = 'digest'")).toEqual([
      { state: 'given_up', sealed: null },
    ]);
    accepted(await chooseOwnDigest(ports, OWNER, WEEKLY));
    accepted(await changeUser(ports, OPERATOR, { userId: OWNER_ID }, { isDisabled: true }));
    expect((await at(MONDAY + 7 * DAY_MS)).mails).toBe(0);
  });

  it('is planned anew after a clock step back by years, and a refused choice changes nothing', async () => {
    const { at, ports } = await digestedBot();
    await at(MONDAY);
    expect(await at(MONDAY - 700 * DAY_MS)).toEqual({ mails: 1, posts: 1 });
    expect((await db.rows(`SELECT digest_at_ms FROM users WHERE id = '${OWNER_ID}'`))[0]?.digest_at_ms).toBe(
      MONDAY - 693 * DAY_MS,
    );
    const none = { ...WEEKLY, isMailed: false, isOnDiscord: false };
    expect(await chooseOwnDigest(ports, OWNER, none)).toMatchObject({ refusal: { code: 'invalid' } });
    expect(accepted(await readOwnDigest(ports, OWNER)).choice).toEqual(WEEKLY);
  });

  it('of an admin says how the backups are, also without a bot', async () => {
    const { at, letters, ports } = await digestedBot(null);
    const admin = signedIn('admin', 'admin');
    accepted(await chooseOwnDigest(ports, admin, { ...WEEKLY, isOnlyIfAny: true }));
    const put = (backups: object[], failure: object | null) =>
      directory.write([], ({ facts }, nowMs) =>
        facts.put('backups', { sinceMs: nowMs, seenMs: nowMs, backups, failure, maker: null }, nowMs),
      );
    const rehearsal = { atMs: MONDAY - HOUR_MS, isProven: true, isSnapshot: true, problems: [] };
    const good = {
      instance: 'one',
      file: '/a.db',
      bytes: 1,
      atMs: MONDAY - 2 * HOUR_MS,
      tookMs: 1,
      isOnDatabaseDisk: false,
      rehearsal,
    };
    await db.setClock(MONDAY);
    await put([good], null);
    // Nothing happened.
    expect(await at(MONDAY)).toEqual({ mails: 0, posts: 0 });
    accepted(await chooseOwnDigest(ports, admin, WEEKLY));
    await db.setClock(MONDAY + 7 * DAY_MS);
    await put([{ ...good, atMs: good.atMs + 7 * DAY_MS }], null);
    expect(await at(MONDAY + 7 * DAY_MS)).toEqual({ mails: 1, posts: 0 });
    expect(letters[0]?.sections.at(-1)).toMatchObject({
      title: 'Backups',
      sentences: [
        'Last backup Mon, Feb 2, 2026, 06:00 UTC, rehearsed Mon, Jan 26, 2026, 07:00 UTC, 0 differences.',
      ],
    });
    accepted(await chooseOwnDigest(ports, admin, { ...WEEKLY, isOnlyIfAny: true }));
    await db.setClock(MONDAY + 14 * DAY_MS);
    await put([], { instance: 'one', atMs: MONDAY, reason: 'the disk is full.' });
    expect(await at(MONDAY + 14 * DAY_MS)).toEqual({ mails: 2, posts: 0 });
    expect(letters[1]?.sections.at(-1)?.sentences).toEqual([matching(/failed: the disk is full\.$/)]);
  });
});
