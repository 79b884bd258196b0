import { afterEach, beforeEach, expect, it } from 'vitest';
import { RETRIES_MS } from '@/lib/domain/alerts/delivery';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { MAIL_LEASE_MS } from '@/lib/domain/alerts/mail';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { type Job, WakeSignal } from '@/lib/jobs/job';
import {
  findSilentBotsJob,
  foldHistoryJob,
  recordExpiringKeysJob,
  routeEventsJob,
  sendMailsJob,
} from '@/lib/jobs/list';
import { SetAside } from '@/lib/services/set-aside';
import { T0 } from '@/tests/support/data/accounts';
import {
  db,
  directory,
  onEachDatabase,
  ports,
  type RefusedChange,
  refuseRow,
  store,
} from '@/tests/support/data/each-database';
import { addWebhook, register, send } from '@/tests/support/data/fixtures';
import { mailbox } from '@/tests/support/data/ports';

/** In the order in which every queue takes them: the first is refused. */
const IDS = ['1', '2', '3'].map((digit) => `${digit}00000000000000001`);
const [REFUSED = '', SECOND = '', THIRD = ''] = IDS;
const NEVER = new AbortController().signal;

onEachDatabase('a row that the database refuses', () => {
  let reported: unknown[];
  let aside: SetAside;
  const { mailer, letters } = mailbox();
  let accept: () => Promise<void>;
  const run = (job: Job) => job.run({ ...ports, mailer }, NEVER, aside);
  const refuse = async (change: RefusedChange) => {
    accept = await refuseRow(change);
  };
  /** What `sql` returns in its first column. */
  const column = async (sql: string) => (await db.rows(sql)).map((row) => Object.values(row)[0]);
  const resetAt = '2026-02-18T03:00:00.000Z';
  const QUOTA = { used: 1_500, limit: 1_500, percentage: 100, plan: 'free', resetAt } as const;
  const eventOf = (botId: string): NewEvent => ({
    ...({ type: 'quota.exhausted', period: botId, atMs: T0, dueAtMs: T0 } as const),
    data: { botId, botName: 'TestBot', ...QUOTA },
  });

  beforeEach(async () => {
    reported = [];
    letters.length = 0;
    accept = async () => {};
    aside = new SetAside((error) => reported.push(error));
    for (const id of IDS)
      await register(directory, { id, plan: 'business', registeredAtMs: T0 - 9 * DAY_MS });
  });
  afterEach(() => accept());

  it('does not stop the routing of other events, and is routed once it can be', async () => {
    for (const botId of IDS) await addWebhook(ports, { botId });
    await directory.write([], ({ events }) => events.insert(IDS.map(eventOf)));
    await refuse({ table: 'deliveries', change: 'INSERT', when: `NEW.bot_id = '${REFUSED}'` });
    const job = routeEventsJob(new WakeSignal(), new WakeSignal());
    const routed = () => column('SELECT bot_id FROM deliveries ORDER BY bot_id');
    await run(job);
    expect(await routed()).toEqual([SECOND, THIRD]);
    await run(job);
    expect(reported).toHaveLength(1);
    let nowMs = T0;
    for (const waitMs of [...RETRIES_MS, 9 * DAY_MS, 9 * DAY_MS]) {
      nowMs += waitMs;
      await db.setClock(nowMs);
      await run(job);
      await run(job);
    }
    expect(reported).toHaveLength(RETRIES_MS.length + 1);
    await accept();
    accept = async () => {};
    // Another process, or the next one.
    aside = new SetAside();
    await run(job);
    expect(await routed()).toEqual(IDS);
  });

  it('does not stop the mails of others, and its own are sent a bounded number of times', async () => {
    const other = { id: 'event-of-others', kind: 'event' as const, sealed: null };
    await directory.write([], async ({ events, mails }, nowMs) => {
      await events.insert(IDS.map(eventOf));
      for (const { id: eventId, botId } of await events.listUnrouted(nowMs, 9, [])) {
        const userId = `owner-of-${botId}`;
        await mails.insert(
          [{ ...other, id: botId, userId, botId, eventId, recipient: 'a@b.example' }],
          nowMs,
        );
      }
    });
    await refuse({ table: 'mails', change: 'UPDATE', when: `NEW.id = '${REFUSED}' AND NEW.state = 'sent'` });
    const sent = () => column("SELECT id FROM mails WHERE state = 'sent' ORDER BY id");
    await run(sendMailsJob);
    expect(await sent()).toEqual([SECOND, THIRD]);
    for (let i = 1; i < 40; i++) {
      await db.setClock(T0 + i * HOUR_MS + MAIL_LEASE_MS);
      await run(sendMailsJob);
    }
    expect(letters.length).toBeLessThanOrEqual(2 + RETRIES_MS.length + 1);
    expect(reported).toHaveLength(letters.length - 2);
  });

  it('does not stop the requests for a new password of others', async () => {
    await directory.write([], async ({ mails }, nowMs) => {
      for (const [i, id] of IDS.entries()) {
        const recipient = `owner-of-${id}@example.org`;
        const none = { userId: '', botId: '', eventId: '', sealed: null };
        await mails.insert([{ ...none, id, kind: 'forgot', recipient }], nowMs - 9 + i);
      }
    });
    await refuse({ table: 'mails', change: 'UPDATE', when: `NEW.id = '${REFUSED}' AND NEW.user_id <> ''` });
    await run(sendMailsJob);
    expect(letters.map(({ to }) => to).sort()).toEqual(
      [SECOND, THIRD].map((id) => `owner-of-${id}@example.org`),
    );
    await run(sendMailsJob);
    expect(reported).toHaveLength(1);
  });

  it('does not stop the folding of other histories', async () => {
    for (const id of IDS) {
      await db.run(`INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
        VALUES ('${id}', ${T0 - 8 * DAY_MS}, 1, 1, 1, 1)`);
    }
    await db.run('UPDATE bots SET history_due_at_ms = 0');
    await directory.write([], ({ folding }) => folding.start(T0));
    await refuse({ table: 'reports', change: 'DELETE', when: `OLD.bot_id = '${REFUSED}'` });
    const job = foldHistoryJob;
    await run(job);
    expect(await column('SELECT bot_id FROM report_hours ORDER BY bot_id')).toEqual([SECOND, THIRD]);
    await run(job);
    expect(reported).toHaveLength(1);
  });

  it('does not stop the search for silent bots', async () => {
    await db.run(`INSERT INTO serving_times (from_ms, until_ms) VALUES (${T0 - DAY_MS}, ${T0 + 9 * DAY_MS})`);
    for (const botId of IDS) await send(store, { botId });
    await db.setClock(T0 + HOUR_MS);
    await refuse({ table: 'events', change: 'INSERT', when: `NEW.bot_id = '${REFUSED}'` });
    await run(findSilentBotsJob);
    const silent = "SELECT bot_id FROM events WHERE type = 'bot.silent' ORDER BY bot_id";
    expect(await column(silent)).toEqual([SECOND, THIRD]);
    expect(reported).toHaveLength(1);
  });

  it('does not stop the notices of a common outage to other admins, nor its silences', async () => {
    await db.run(`INSERT INTO serving_times (from_ms, until_ms) VALUES (${T0 - DAY_MS}, ${T0 + 9 * DAY_MS})`);
    const many = Array.from({ length: 12 }, (_, i) => `4000000000000000${10 + i}`);
    for (const id of many) await register(directory, { id, registeredAtMs: T0 - DAY_MS });
    await run(findSilentBotsJob);
    for (const id of ['admin-a', 'admin-b', 'admin-c']) {
      const person = { id, email: `${id}@example.org`, name: id, role: 'admin', isDisabled: false } as const;
      await directory.write([], ({ users }) => users.insert({ ...person, createdAtMs: T0 }, 'hash'));
    }
    for (const botId of many) await send(store, { botId });
    await db.setClock(T0 + 90.5 * MINUTE_MS);
    await refuse({ table: 'notices', change: 'INSERT', when: "NEW.user_id = 'admin-a'" });
    await run(findSilentBotsJob);
    expect(await column('SELECT user_id FROM notices ORDER BY user_id')).toEqual(['admin-b', 'admin-c']);
    expect(await column("SELECT count(*) FROM events WHERE type = 'bot.silent'")).toEqual([12]);
    expect(reported).toHaveLength(1);
  });

  it('does not stop the news of other keys that expire', async () => {
    await db.run(`UPDATE api_keys SET created_at_ms = ${T0 - 30 * DAY_MS}, expires_at_ms = ${T0 + DAY_MS}`);
    await refuse({ table: 'events', change: 'INSERT', when: `NEW.bot_id = '${REFUSED}'` });
    await run(recordExpiringKeysJob);
    expect(await column('SELECT bot_id FROM events ORDER BY bot_id')).toEqual([SECOND, THIRD]);
    await run(recordExpiringKeysJob);
    expect(reported).toHaveLength(1);
  });
});
