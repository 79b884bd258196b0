import { deliverWebhooksJob } from '@/lib/jobs/deliver-webhooks';
import type { Ports } from '@/lib/ports/ports';
import { routeEvents } from '@/lib/services/events/route';
import { foldHistories } from '@/lib/services/history/fold';
import { pruneHistory } from '@/lib/services/history/prune';
import { findSilentBots, renewLease } from '@/lib/services/silences/find';
import { VoteInbox } from '@/lib/services/votes/inbox';
import { pruneVotes } from '@/lib/services/votes/purge';
import { beginningOf, firstChanges, keyHashOf, OWNER, START_MS } from './begin';
import { Database, type Kind, type Rows } from './database';
import { type Host, never, startInstance } from './instance';
import type { Plan } from './plan';
import { serve } from './requests';
import { Scheduler } from './scheduler';
import { postResult } from './world';

/** A database on which a plan is replayed, simulated or real. */
export type Stage = {
  readonly ports: Ports;
  readonly setClock: (nowMs: number) => Promise<void>;
};

/** Takes the actions of a calm plan one after the other, and all jobs in between; returns what each client was told. */
export async function replay({ ports, setClock }: Stage, plan: Plan): Promise<string[]> {
  const inbox = new VoteInbox(ports);
  const timers = { monotonicMs: () => 0, wait: async () => true };
  const deliver = deliverWebhooksJob({ origin: null, random: () => 0.5, timers });
  const told: string[] = [];
  let offsetMs = START_MS;
  for (const [i, action] of plan.actions.entries()) {
    if (action.do === 'clock') offsetMs += action.byMs;
    await setClock(action.atMs + offsetMs);
    const answer = await serve({ ports, inbox, name: 'replay' }, plan, action);
    const used = 'account' in answer ? ` after ${answer.account.cycle.used} calls` : '';
    told.push(`${action.id} ${answer.kind}${'error' in answer ? ` ${answer.error}` : ''}${used}`);
    await renewLease(ports);
    await routeEvents(ports);
    await deliver.run(ports, never());
    if (i % 4 > 0) continue;
    await foldHistories(ports, '', { hoursLeft: 7 });
    await findSilentBots(ports, never());
    await pruneHistory(ports, '');
    await pruneVotes(ports);
  }
  return told;
}

/** Ids that are the same in each replay. */
export function countedIds(): () => string {
  let ids = 0;
  return () => `id ${++ids}`;
}

/** Sends nothing; every receiver accepts. */
export const SENDER: Ports['webhooks'] = {
  judge: () => ({ refusal: null, isNamed: false }),
  postSigned: async () => postResult(true),
  postDiscord: async () => postResult(true),
  close: async () => {},
};

/** Replays a plan in a simulated world of its own; returns what was told and its database. */
export async function simulatedReplay(
  kind: Kind,
  plan: Plan,
): Promise<{ told: string[]; database: Database }> {
  const scheduler = new Scheduler(plan.seed);
  const database = new Database(kind, scheduler, START_MS);
  database.apply(firstChanges(plan));
  const host: Host = {
    ...{ name: 'replay', scheduler, database, process: { name: 'replay', isAlive: true }, rate: 1 },
    ...{ faults: { lostRate: 0 }, connections: [], heartbeats: new Map(), onEvents: () => {} },
  };
  const { ports } = startInstance(host, SENDER, countedIds(), 0);
  const stage: Stage = {
    ports: ports('replay'),
    setClock: async (nowMs) => {
      database.stoppedAtMs = nowMs;
    },
  };
  let isDone = false;
  const told = replay(stage, plan).finally(() => {
    isDone = true;
  });
  // Between two steps, what needs none runs to its end.
  for (; !isDone; await new Promise((resolve) => setImmediate(resolve))) {
    await scheduler.run(Number.POSITIVE_INFINITY, () => isDone);
  }
  return { told: await told, database };
}

/** Writes the rows of the beginning into a real database; `run` runs SQL. */
export async function begin(
  { directory }: Ports,
  plan: Plan,
  run: (sql: string) => Promise<void>,
): Promise<void> {
  await directory.write([], async ({ users, bots, keys, webhooks, votes, history }) => {
    await history.startFolding(0);
    await users.insert(OWNER, null);
    for (const { botId, account, webhook, source } of beginningOf(plan)) {
      await bots.insert({ ...account, id: botId });
      const life = { createdAtMs: START_MS, expiresAtMs: null, revokedAtMs: null, lastUsedAtMs: null };
      await keys.insert(
        { id: `key ${botId}`, botId, name: 'default', last4: 'last', ...life },
        keyHashOf(botId),
      );
      await webhooks.insert(webhook);
      await votes.insertSource(source);
    }
  });
  for (const { botId, account, reports } of beginningOf(plan)) {
    const { cycle, reportsTotal, lastReport: last } = account;
    const ofLast =
      last &&
      `, last_report_at_ms = ${last.atMs}, server_count = ${last.serverCount}, user_count = ${last.userCount}, shard_count = 1`;
    await run(
      `UPDATE bots SET cycle_used = ${cycle.used}, reports_total = ${reportsTotal}, history_due_at_ms = 0${ofLast ?? ''} WHERE id = '${botId}'`,
    );
    for (const { atMs, number, serverCount, userCount } of reports) {
      await run(
        `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ('${botId}', ${atMs}, ${number}, ${serverCount}, ${userCount}, 1)`,
      );
    }
  }
}

/** What is compared of the tables: SQL for real databases, and the same columns of simulated rows. Ids of events are not: the tables make them. */
export const COMPARED: readonly {
  readonly table: string;
  readonly sql: string;
  readonly rows: (of: Database) => unknown[][];
}[] = [
  {
    table: 'accounts',
    sql: 'SELECT id, plan, CASE WHEN disabled_at_ms IS NULL THEN 0 ELSE 1 END, cycle_index, cycle_used, last_report_at_ms, server_count, reports_total, history_due_at_ms, paused_until_ms FROM bots',
    rows: (of) =>
      all(of, 'bots').map(({ account: a }) => [
        ...[a.botId, a.plan, a.isDisabled ? 1 : 0, a.cycle.index, a.cycle.used, a.lastReport?.atMs ?? null],
        ...[a.lastReport?.serverCount ?? null, a.reportsTotal, a.historyDueAtMs, a.pausedUntilMs],
      ]),
  },
  {
    table: 'days',
    sql: 'SELECT id, day_counts FROM bots',
    rows: (of) =>
      all(of, 'bots').map(({ account: a }) => [
        a.botId,
        a.days.map((d) => `${d.day}:${d.calls}:${d.rejected}`).join(),
      ]),
  },
  {
    table: 'reports',
    sql: 'SELECT bot_id, at_ms, number, server_count, user_count FROM reports',
    rows: (of) => all(of, 'reports').map((r) => [r.botId, r.atMs, r.number, r.serverCount, r.userCount]),
  },
  {
    table: 'hours',
    sql: 'SELECT bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms, server_first, server_last, server_min, server_max, user_first, user_last, user_min, user_max FROM report_hours',
    rows: (of) =>
      all(of, 'hours').map((h) => [
        ...[h.botId, h.hourMs, h.reports, h.firstAtMs - h.hourMs, h.atMs - h.hourMs, h.longestGapMs],
        ...[h.first.serverCount, h.serverCount, h.min.serverCount, h.max.serverCount],
        ...[h.first.userCount, h.userCount, h.min.userCount, h.max.userCount],
      ]),
  },
  {
    table: 'events',
    sql: 'SELECT bot_id, type, period, at_ms, due_at_ms, routed_at_ms FROM events',
    rows: (of) =>
      all(of, 'events').map(({ event: e, routedAtMs }) => [
        e.data.botId,
        e.type,
        e.period,
        e.atMs,
        e.dueAtMs,
        routedAtMs,
      ]),
  },
  {
    table: 'parts',
    sql: 'SELECT bot_id, started_at_ms, day, cycle_index FROM usage_parts',
    rows: (of) => all(of, 'parts').map((p) => [p.botId, p.startedAtMs, p.day, p.cycle]),
  },
  {
    table: 'webhooks',
    sql: 'SELECT id, status, health, next_at_ms, lease_until_ms FROM webhook_endpoints',
    rows: (of) =>
      all(of, 'webhooks').map((w) => [
        w.webhook.id,
        w.webhook.status,
        w.webhook.health,
        w.nextAtMs,
        w.leaseUntilMs,
      ]),
  },
  {
    table: 'deliveries',
    sql: 'SELECT endpoint_id, event_type, created_at_ms, state, tries, next_at_ms, last_try_at_ms FROM deliveries',
    rows: (of) =>
      all(of, 'deliveries').map((d) => [
        d.webhookId,
        d.eventType,
        d.createdAtMs,
        d.state,
        d.tries,
        d.nextAtMs,
        d.lastTryAtMs,
      ]),
  },
  {
    table: 'votes',
    sql: 'SELECT id, bot_id, source_id, user_id, weight, voted_at_ms, stored_at_ms FROM votes',
    rows: (of) =>
      all(of, 'votes').map((v) => [v.id, v.botId, v.sourceId, v.userId, v.weight, v.votedAtMs, v.storedAtMs]),
  },
  {
    table: 'days of votes',
    sql: 'SELECT bot_id, day, sum(votes) FROM vote_days GROUP BY bot_id, day',
    rows: (of) => all(of, 'voteDays').map((d) => [d.botId, d.day, d.votes]),
  },
  {
    table: 'repeats of votes',
    sql: 'SELECT source_id, hash, until_ms FROM vote_repeats',
    rows: (of) => all(of, 'repeats').map((r) => [r.sourceId, r.hash, r.untilMs]),
  },
  {
    table: 'serving times',
    sql: 'SELECT from_ms, until_ms FROM serving_times',
    rows: (of) => all(of, 'serving').map((s) => [s.fromMs, s.untilMs]),
  },
];

const all = <T extends keyof Rows>(of: Database, table: T): Rows[T][] => [...of.table(table).values()];

/** Rows as sorted lines; numbers of any driver look the same. */
export const lines = (rows: readonly (readonly unknown[])[]): string[] =>
  rows.map((row) => row.map((value) => (value === null ? '-' : String(value))).join(' ')).sort();
