import { beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { deliverWebhooksJob } from '@/lib/jobs/deliver-webhooks';
import { WakeSignal } from '@/lib/jobs/job';
import { routeEventsJob, sendMailsJob } from '@/lib/jobs/list';
import { readActivity } from '@/lib/services/activity/read';
import { listOwnEvents } from '@/lib/services/events/list-own';
import { routeEvents } from '@/lib/services/events/route';
import { SetAside } from '@/lib/services/set-aside';
import { T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addWebhook, register, signedIn } from '@/tests/support/data/fixtures';
import { mailbox } from '@/tests/support/data/ports';
import { DELIVERED, SHORT_WAITS, scriptedWebhooks } from '@/tests/support/data/scripted-webhooks';
import { warningsOf } from '@/tests/support/data/warnings';
import { accepted } from '@/tests/support/result';

const BOTS = ['1', '2', '3'].map((digit) => `${digit}00000000000000001`) as [string, string, string];
const [BROKEN, SECOND, THIRD] = BOTS;
const OWNER = 'owner-of-all';
const NEVER = new AbortController().signal;

const eventOf = (botId: string, atMs: number): NewEvent => ({
  ...({ type: 'quota.exhausted', period: `${botId} ${atMs}`, atMs, dueAtMs: atMs } as const),
  data: {
    botId,
    botName: 'TestBot',
    resetAt: '2026-02-18T03:00:00.000Z',
    ...({ used: 1_500, limit: 1_500, percentage: 100, plan: 'free' } as const),
  },
});
const insert = (all: readonly NewEvent[]) => directory.write([], ({ events }) => events.insert(all));

onEachDatabase('an event that cannot be read', () => {
  beforeEach(async () => {
    const bot = { ownerId: OWNER, plan: 'business', registeredAtMs: T0 - HOUR_MS } as const;
    for (const id of BOTS) await register(directory, { id, ...bot });
  });
  const column = async (sql: string) => (await db.rows(sql)).map((row) => Object.values(row)[0]);
  const breakThose = (where: string, json = '{"botId":') =>
    db.run(`UPDATE events SET data_json = '${json}' WHERE ${where}`);

  describe.each([
    'no JSON, with a canary',
    'null',
    '5',
    '{}',
    `{"botId":"${BROKEN}","botName":"x"}`,
    `{"botId":"${SECOND}","botName":"x","used":1,"limit":1,"percentage":1,"plan":"free","resetAt":"2026-02-18T03:00:00.000Z"}`,
    `{"botId":"${BROKEN}","botName":"x","used":1,"limit":1,"percentage":1,"plan":"gold","resetAt":"2026-02-18T03:00:00.000Z"}`,
  ])('%s', (json) => {
    it('does not stop the routing of others, is reported, and is routed once it can be', async () => {
      for (const botId of BOTS) await addWebhook(ports, { botId });
      await insert(BOTS.map((botId, i) => eventOf(botId, T0 + i - 9)));
      const [before] = await column(`SELECT data_json FROM events WHERE bot_id = '${BROKEN}'`);
      await breakThose(`bot_id = '${BROKEN}'`, json);
      const reported: unknown[] = [];
      const aside = new SetAside((error) => reported.push(error));
      const job = routeEventsJob(new WakeSignal(), new WakeSignal());
      for (let i = 0; i < 3; i++) await job.run(ports, NEVER, aside);
      expect(await column('SELECT bot_id FROM deliveries ORDER BY bot_id')).toEqual([SECOND, THIRD]);
      expect(reported).toHaveLength(1);
      expect(String(reported)).not.toContain('canary');
      await breakThose(`bot_id = '${BROKEN}'`, String(before));
      await job.run(ports, NEVER);
      expect(await column('SELECT bot_id FROM deliveries ORDER BY bot_id')).toEqual(BOTS);
    });
  });

  it('does not stop others however many there are, nor do events of types of another version', async () => {
    await addWebhook(ports, { botId: THIRD });
    await insert(Array.from({ length: 120 }, (_, i) => eventOf(BROKEN, T0 - 999 + i)));
    await insert(Array.from({ length: 120 }, (_, i) => eventOf(SECOND, T0 - 999 + i)));
    await insert([eventOf(THIRD, T0)]);
    await breakThose(`bot_id = '${BROKEN}'`);
    await db.run(`UPDATE events SET type = 'of.later' WHERE bot_id = '${SECOND}'`);
    const aside = new SetAside(() => {});
    await routeEventsJob(new WakeSignal(), new WakeSignal()).run(ports, NEVER, aside);
    expect(await column('SELECT bot_id FROM deliveries')).toEqual([THIRD]);
  });

  it.each(['signed', 'discord'] as const)('costs its own delivery alone: %s', async (kind) => {
    const sealedAddress = ports.vault.seal('https://hook.example.org/x');
    await addWebhook(ports, { botId: BROKEN, kind, sealedAddress });
    const all = [T0 - 3, T0 - 2, T0 - 1].map((atMs) => eventOf(BROKEN, atMs));
    await insert(all);
    await routeEvents(ports);
    await breakThose(`at_ms = ${T0 - 3}`);
    const warnings = warningsOf();
    const { ports: scripted, posts } = scriptedWebhooks(ports, () => DELIVERED);
    const job = deliverWebhooksJob({ origin: null, random: () => 0.5, timers: SHORT_WAITS });
    for (let i = 0; i < 3; i++) await job.run(scripted, NEVER);
    expect(posts).toHaveLength(kind === 'discord' ? 1 : 2);
    const rows = await db.rows('SELECT state, reason FROM deliveries ORDER BY created_at_ms');
    expect(rows).toEqual([
      { state: 'given_up', reason: 'The event is no longer kept, or cannot be read.' },
      { state: 'delivered', reason: '' },
      { state: 'delivered', reason: '' },
    ]);
    const [id] = await column(`SELECT id FROM events WHERE at_ms = ${T0 - 3}`);
    expect(await warnings()).toEqual([`The row events ${id} cannot be read and is left out.`]);
  });

  it('costs its own mail alone', async () => {
    await insert([...BOTS, BROKEN].map((botId, i) => eventOf(botId, T0 + i - 9)));
    const { mailer, letters } = mailbox();
    await routeEvents({ ...ports, mailer });
    await breakThose(`at_ms = ${T0 - 9}`);
    await sendMailsJob.run({ ...ports, mailer }, NEVER, new SetAside());
    expect(letters.map(({ sections }) => sections.length)).toEqual([3]);
    const states = await column('SELECT state FROM mails ORDER BY state');
    expect(states.join(' ')).toBe('given_up sent sent sent');
  });

  it('is left out of lists, whose other pages can still be reached', async () => {
    const bad = Array.from({ length: 2 * PAGE_SIZE }, (_, i) => eventOf(BROKEN, T0 - 500 + i));
    const good = Array.from({ length: PAGE_SIZE + 5 }, (_, i) => eventOf(BROKEN, T0 - 900 + i));
    await insert([...bad, ...good]);
    await breakThose(`at_ms >= ${T0 - 500}`);
    const who = signedIn(OWNER, 'owner');
    const first = accepted(await listOwnEvents(ports, who, { botId: null, before: null }));
    expect(first.notifications).toHaveLength(PAGE_SIZE);
    const rest = accepted(await listOwnEvents(ports, who, { botId: null, before: first.olderThan }));
    expect([rest.notifications.length, rest.olderThan]).toEqual([5, null]);
    const activity = accepted(
      await readActivity(ports, who, BROKEN, { ...ALL_ACTIVITY, kind: 'events' }, null),
    );
    expect(activity.entries).toHaveLength(good.length);
  });
});
