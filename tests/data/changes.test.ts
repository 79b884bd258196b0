import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { Operation, Reply } from '@/lib/api/operation';
import { badgeOperation, publicPageOperation } from '@/lib/api/operations/public';
import { readAnalyticsOperation } from '@/lib/api/operations/read-analytics';
import { analyticsResponse } from '@/lib/contract/analytics';
import { ReadQueue } from '@/lib/data/read-queue';
import { DEMO_BOTS } from '@/lib/demo/bots';
import { pastReports } from '@/lib/demo/past';
import type { Change } from '@/lib/domain/history/change';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { TimedReport } from '@/lib/domain/reports/report';
import { readAnalyticsPage } from '@/lib/services/analytics/read';
import { listOwnBots } from '@/lib/services/bots/list';
import { setPublic } from '@/lib/services/bots/publish';
import { readBot } from '@/lib/services/bots/read';
import { digestOf } from '@/lib/services/digests/compose';
import { Drawings } from '@/lib/services/public/drawings';
import { PublicBots } from '@/lib/services/public/view';
import { numberText, signedText } from '@/lib/view/numbers';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { ALL_BOTS, insertRegistered, insertSession, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const OWNER = signedIn('owner', 'owner');
const NOW = Date.UTC(2026, 0, 26, 8, 0, 0, 500);
const WEEK = { fromMs: NOW - 7 * DAY_MS, untilMs: NOW, name: 'weekly' };

type Bot = { readonly id: string; readonly plan: PlanName; readonly reports: readonly TimedReport[] };

const report = (agoMs: number, serverCount: number): TimedReport => ({
  atMs: NOW - agoMs,
  serverCount,
  userCount: serverCount * 10,
  shardCount: 1,
});
/** Of the demo's bots, the reports of the last day, and an earlier one every hour. */
const demo = DEMO_BOTS.map(({ id, plan, ...bot }): Bot => {
  const kept = new Map<number, TimedReport>();
  for (const each of pastReports({ id, plan, ...bot }, NOW)) {
    const lengthMs = NOW - each.atMs < DAY_MS + HOUR_MS ? 1 : HOUR_MS;
    kept.set(Math.floor(each.atMs / lengthMs), each);
  }
  return { id, plan, reports: [...kept.values()] };
});
const OTHERS: Readonly<Record<string, Omit<Bot, 'id'>>> = {
  'a gap over the begin of a day': {
    plan: 'free',
    reports: [report(9 * DAY_MS, 1), report(29 * HOUR_MS, 100), report(20 * HOUR_MS, 140), report(1, 170)],
  },
  'younger than a day': { plan: 'premium', reports: [report(5 * HOUR_MS, 30), report(HOUR_MS, 50)] },
  'one report': { plan: 'business', reports: [report(3 * HOUR_MS, 7)] },
  'silent for three days': { plan: 'premium', reports: [report(20 * DAY_MS, 10), report(3 * DAY_MS, 25)] },
  'silent for longer than any range': { plan: 'business', reports: [report(200 * DAY_MS, 4)] },
  'silent for longer than the plan keeps': { plan: 'free', reports: [report(20 * DAY_MS, 4)] },
  'a plan that keeps less than the history has': {
    plan: 'free',
    reports: [report(30 * DAY_MS, 1), report(8 * DAY_MS, 2), report(6 * DAY_MS, 60), report(MINUTE_MS, 90)],
  },
  'no report': { plan: 'premium', reports: [] },
};
const BOTS: readonly Bot[] = [
  ...demo,
  ...Object.values(OTHERS).map((bot, at) => ({
    ...bot,
    id: String(2_183_746_529_000_000_000n + BigInt(at)),
  })),
];

/** The change that every page is to show: the slowest reading of the contract. */
function expected({ plan, reports }: Bot, days: number) {
  const kept = reports.filter(({ atMs }) => atMs >= NOW - PLANS[plan].historyDays * DAY_MS);
  const last = reports.at(-1);
  if (last === undefined) return null;
  const isEarlier = ({ atMs }: TimedReport) => atMs <= NOW - days * DAY_MS;
  const from = isEarlier(last) ? last : (kept.findLast(isEarlier) ?? kept[0] ?? last);
  return [
    last.serverCount,
    last.serverCount - from.serverCount,
    last.userCount - from.userCount,
    new Date(from.atMs).toISOString(),
  ];
}

onEachDatabase('the change of a count', () => {
  it('is the same in the list, the overview, the analytics, the digest and the API, which have the count of the public page', async () => {
    await db.setClock(NOW);
    await insertSessionOfOwner();
    const keys = new Map<string, string>();
    for (const bot of BOTS) keys.set(bot.id, await stored(bot));
    const list = await accepted(await listOwnBots(ports, OWNER, ALL_BOTS)).read();
    const { signal } = new AbortController();
    const digest = await digestOf(ports, OWNER.userId, WEEK, signal);
    for (const bot of BOTS) {
      const { id } = bot;
      const listed = list.bots.find((each) => each.id === id);
      const mailed = digest.bots.find(({ botId }) => botId === id);
      const overview = async (range: '24h' | '7d' | '30d') => {
        const { changes } = await accepted(await readBot(ports, OWNER, id, range)).read();
        return shown(changes.serverCount, changes.userCount);
      };
      const analytics = accepted(await readAnalyticsPage(ports, OWNER, id)).analytics?.growth;
      const [day, week, month] = [1, 7, 30].map((days) => expected(bot, days));
      const number = week == null ? 'none yet' : Number(week[0]).toLocaleString('en');
      const { growth } = await askedByKey(keys.get(id) ?? '');
      const page = PERIODS.map((period) =>
        shown(analytics?.servers.changes[period] ?? null, analytics?.users.changes[period] ?? null),
      );
      const api = PERIODS.map((period) => {
        const { servers, users } = growth;
        const since = servers.since[period];
        return since === null ? null : [servers.current, servers[period], users[period], since];
      });
      expect({
        id,
        list: listed?.servers?.by ?? null,
        overview: [await overview('24h'), await overview('7d'), await overview('30d')],
        page,
        api,
        digest: shown(mailed?.servers ?? null, mailed?.users ?? null),
        badge: JSON.parse(await bodyOf(badgeOperation, { botId: id, badge: 'servers.json' })).message,
        areOnPublicPage: await publicPageShows(id, { '7d': week ?? null, '30d': month ?? null }),
      }).toEqual({
        id,
        list: week?.[1] ?? null,
        overview: [day, week, month],
        page: [day, week, month],
        api: [day, week, month],
        digest: week,
        badge: number,
        areOnPublicPage: true,
      });
    }
  });
});

const PERIODS = ['today', 'week', 'month'] as const;

/** What a page shows, as `expected` has it. */
const shown = (servers: Change | null, users: Change | null) =>
  servers && users && [servers.value, servers.by, users.by, new Date(servers.sinceMs).toISOString()];

const handled = async (operation: Operation, deps: object, call: object): Promise<unknown> => {
  if (!('handle' in operation)) throw new Error('It has no handler.');
  return operation.handle(deps as never, call as never);
};

/** The analytics as a bot's key gets them. */
async function askedByKey(keyHash: string): Promise<z.infer<typeof analyticsResponse>['data']> {
  const call = { ref: { keyHash }, snapshot: await ports.store.find({ keyHash }) };
  const { reply } = (await handled(readAnalyticsOperation, ports, call)) as { reply: Reply };
  return analyticsResponse.parse(JSON.parse(String(reply.body))).data;
}

const untilAborted = (_ms: number, signal: AbortSignal) =>
  new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));

/** Whether the public page has the count and the change of servers and of users over each range. */
async function publicPageShows(botId: string, ranges: Record<string, ReturnType<typeof expected>>) {
  const signed = (by: unknown) => `>${signedText(Number(by))}`;
  for (const [range, change] of Object.entries(ranges)) {
    const page = await bodyOf(publicPageOperation, { botId }, `range=${range}`);
    const [value = 0, servers = 0, users = 0] = change ?? [];
    const texts =
      change === null
        ? ['No reports yet']
        : [`>${numberText(Number(value))}<`, signed(servers), signed(users)];
    if (!texts.every((text) => page.includes(text))) return { range, texts };
  }
  return true;
}

/** What anyone gets of a bot. */
async function bodyOf(operation: Operation, params: object, query = ''): Promise<string> {
  const queue = new ReadQueue(2, 64);
  const png = async () => new Uint8Array();
  const drawings = new Drawings({ queue, png, wait: untilAborted, nextTurn });
  const publicBots = { bots: new PublicBots(ports, () => 0), origin: null, drawings };
  const hold = () => ({ signal: new AbortController().signal, end: () => {} });
  const received = { method: 'GET', headers: {}, params, query, hold };
  return String(((await handled(operation, { ...ports, publicBots }, received)) as Reply).body);
}

const insertSessionOfOwner = async () => {
  await directory.write([], ({ users }) =>
    users.insert(
      {
        id: 'owner',
        email: 'owner@example.org',
        name: 'Owner',
        role: 'owner',
        isDisabled: false,
        createdAtMs: 0,
      },
      null,
    ),
  );
  await insertSession(directory, OWNER);
};

async function stored({ id, plan, reports }: Bot): Promise<string> {
  const { keyHash } = await directory.write([], (tables) =>
    insertRegistered(tables, { id, plan, ownerId: 'owner', registeredAtMs: NOW - 400 * DAY_MS }),
  );
  const values = reports.map(
    (r, at) => `('${id}', ${r.atMs}, ${at}, ${r.serverCount}, ${r.userCount}, ${r.shardCount})`,
  );
  for (let at = 0; at < values.length; at += 2_000)
    await db.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${values.slice(at, at + 2_000)}`,
    );
  const last = reports.at(-1);
  if (last !== undefined)
    await db.run(`UPDATE bots SET reports_total = ${reports.length}, last_report_at_ms = ${last.atMs},
      server_count = ${last.serverCount}, user_count = ${last.userCount}, shard_count = 1 WHERE id = '${id}'`);
  accepted(await setPublic(ports, OPERATOR, id, true));
  return keyHash;
}
