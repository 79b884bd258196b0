import { afterEach, beforeEach, expect, it } from 'vitest';
import { DELIVERIES_KEPT } from '@/lib/domain/alerts/delivery';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Job } from '@/lib/jobs/job';
import {
  pruneAccessLogJob,
  pruneDeliveriesJob,
  pruneEventsJob,
  pruneHistoryJob,
  pruneMailsJob,
  pruneRefusalsJob,
} from '@/lib/jobs/list';
import { SetAside } from '@/lib/services/set-aside';
import { T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports, refuseRow } from '@/tests/support/data/each-database';
import { addWebhook, register } from '@/tests/support/data/fixtures';

/** The first is the one that every deletion meets first. */
const BOTS = ['1', '2', '3'].map((digit) => `${digit}00000000000000001`);
const [REFUSED] = BOTS;
const OLD_MS = T0 - 900 * DAY_MS;

onEachDatabase('a row that cannot be deleted', () => {
  let accept: () => Promise<void>;
  beforeEach(async () => {
    accept = async () => {};
    for (const id of BOTS) await register(directory, { id, plan: 'free', registeredAtMs: OLD_MS });
  });
  afterEach(() => accept());

  /** For each bot. */
  const rows = (insert: (botId: string, i: number) => string) => async () => {
    for (const [i, botId] of BOTS.entries()) await db.run(`INSERT INTO ${insert(botId, i)}`);
  };
  const EVENT = { type: 'bot.enabled', dueAtMs: OLD_MS } as const;
  const eventOf = (botId: string, i: number) => ({
    ...{ ...EVENT, period: botId, atMs: OLD_MS + i, data: { botId, botName: 'TestBot' } },
  });
  const events = () => directory.write([], ({ events }) => events.insert(BOTS.map(eventOf)));
  const mails = async () => {
    for (const [i, botId] of BOTS.entries()) {
      const mail = { id: botId, kind: 'event', userId: 'u', botId, eventId: '', sealed: null } as const;
      await directory.write([], ({ mails }) => mails.insert([{ ...mail, recipient: '' }], OLD_MS + i));
    }
  };
  const deliveries = async () => {
    for (const botId of BOTS) {
      const webhookId = `of-${botId}`;
      await addWebhook(ports, { id: webhookId, botId });
      const of = { webhookId, botId, eventType: 'bot.enabled', nextAtMs: null } as const;
      const all = Array.from({ length: DELIVERIES_KEPT + 1 }, (_, i) => ({
        ...{ ...of, eventId: `e${i}`, createdAtMs: OLD_MS + i },
      }));
      await directory.write([], ({ deliveries }) => deliveries.insert(all));
    }
  };
  const reports = rows((id) => `reports VALUES ('${id}', ${OLD_MS}, 1, 1, 1, 1)`);
  const accesses = rows(
    (id, i) => `access_log (hour_ms, kind, subject, count, last_at_ms, last_detail, last_address)
      VALUES (${OLD_MS + Math.max(i, 1)}, 'deny', '${id}', 1, ${OLD_MS}, '', '')`,
  );
  const refusals = rows(
    (
      id,
      i,
    ) => `refusals (bot_id, id, key_id, endpoint, error, message, request_id, count, first_at_ms, last_at_ms)
      VALUES ('${id}', 'r${i}', '', '', 'x', '', '', 1, ${OLD_MS + i}, ${OLD_MS + i})`,
  );
  const queues: [string, Job, table: string, column: string, insert: () => Promise<void>][] = [
    ['history', pruneHistoryJob(), 'reports', 'bot_id', reports],
    ['sign-ins and denials', pruneAccessLogJob(400), 'access_log', 'subject', accesses],
    ['refusals', pruneRefusalsJob, 'refusals', 'bot_id', refusals],
    ['events', pruneEventsJob, 'events', 'bot_id', events],
    ['mails', pruneMailsJob, 'mails', 'bot_id', mails],
    ['deliveries', pruneDeliveriesJob, 'deliveries', 'bot_id', deliveries],
  ];

  it.each(queues)('does not stop the deletion of other %s', async (name, job, table, column, insert) => {
    await insert();
    const count = async () =>
      (await db.rows(`SELECT count(*) AS n FROM ${table} GROUP BY ${column} ORDER BY ${column}`)).map(
        ({ n }) => Number(n),
      );
    accept = await refuseRow({ table, change: 'DELETE', when: `OLD.${column} = '${REFUSED}'` });
    const reported: unknown[] = [];
    const aside = new SetAside((error) => reported.push(error));
    for (let i = 0; i < 2; i++) await job.run(ports, new AbortController().signal, aside);
    const kept = DELIVERIES_KEPT;
    expect(await count()).toEqual(name === 'deliveries' ? [kept + 1, kept, kept] : [1]);
    expect(reported).toHaveLength(1);
  });
});
