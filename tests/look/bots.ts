import { REPORT_PATH } from '@/lib/contract/api-paths';
import { connect } from '@/lib/data/sqlite/open';
import { seedBot } from '@/lib/data/sqlite/seed';
import { DEMO_BOTS } from '@/lib/demo/bots';
import { type DemoBot, pastAccount, pastMarks, pastParts, pastReports } from '@/lib/demo/past';
import type { Account } from '@/lib/domain/bots/account';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { setPublic } from '@/lib/services/bots/publish';
import { addMark } from '@/lib/services/marks/marks';
import { giveRole } from '@/lib/services/people/change';
import { accepted } from '../support/result';
import { makeBot, makeKey, makePerson, type Site } from '../support/site';

/** The people and bots of the pictures: one bot in each state, and people with none, 3, 20 and 300 bots. */

export const PEOPLE = {
  admin: 'admin@example.org',
  three: 'three@example.org',
  states: 'states@example.org',
  twenty: 'twenty@example.org',
  many: 'many@example.org',
  none: 'none@example.org',
  manager: 'manager@example.org',
  viewer: 'viewer@example.org',
} as const;

const idOf = (n: number) => String(1_183_746_529_012_345_600n + BigInt(n));
export const BOTS = {
  healthy: idOf(1),
  warning: idOf(2),
  critical: idOf(3),
  stopped: idOf(4),
  silent: idOf(5),
  planned: idOf(6),
  disabled: idOf(7),
  new: idOf(8),
  one: idOf(9),
  long: idOf(10),
  rtl: idOf(11),
} as const;

const LONG_PERSON = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Northern Harbours';
const LONG = 'The Extraordinarily Long-Winded Bot Of The Grand Harbour Master And Her Many Helpers';
const past = (of: Partial<DemoBot> & Pick<DemoBot, 'id' | 'name'>): DemoBot => ({
  plan: 'business',
  servers: 48_210,
  shards: 48,
  used: 28_944,
  cycleDays: 20,
  ...of,
});

/** Two people and one who was asked at one bot, one at the next, and twenty with long names at the third. */
async function addPeople(site: Site, owners: Record<string, string>): Promise<void> {
  const joinedAtMs = Date.now() - 9 * DAY_MS;
  const [manager = '', viewer = ''] = [owners[PEOPLE.manager], owners[PEOPLE.viewer]];
  const twenty = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      makePerson(site, `person-with-a-long-address-${n}@harbour-masters.example.org`, 'owner', LONG_PERSON),
    ),
  );
  await site.ports.directory.write([], async (tables, createdAtMs) => {
    const { people } = tables;
    const email = 'asked@example.org';
    await people.putInvitation({
      botId: BOTS.healthy,
      email,
      role: 'viewer',
      issuer: 'operator',
      createdAtMs,
    });
    const issuer = owners[PEOPLE.three] ?? '';
    await people.putInvitation({
      ...{ botId: BOTS.warning, email: PEOPLE.none, role: 'manager' },
      ...{ issuer, createdAtMs },
    });
    await giveRole(tables, { botId: BOTS.healthy, userId: manager, role: 'manager', joinedAtMs });
    await giveRole(tables, { botId: BOTS.healthy, userId: viewer, role: 'viewer', joinedAtMs });
    await giveRole(tables, { botId: BOTS.warning, userId: viewer, role: 'viewer', joinedAtMs });
    for (const [n, { id }] of twenty.entries())
      await giveRole(tables, {
        botId: BOTS.critical,
        userId: id,
        role: n % 3 ? 'viewer' : 'manager',
        joinedAtMs,
      });
  });
}

export async function makeAll(site: Site): Promise<void> {
  const { id: adminId } = await makePerson(site, PEOPLE.admin, 'admin', 'Ada Marsh');
  const owners: Record<string, string> = { [PEOPLE.admin]: adminId };
  for (const email of Object.values(PEOPLE).slice(1))
    owners[email] = (await makePerson(site, email, 'owner', 'Ada Marsh')).id;
  const file = site.databaseUrl.replace(/^file:/, '');
  const nowMs = Date.now();
  const seed = (email: string, bot: DemoBot, changed: Partial<Account> = {}, silentMs = 0) => {
    const database = connect(file);
    database.pragma('busy_timeout = 20000');
    const reports = [...pastReports(bot, nowMs)].filter(({ atMs }) => atMs <= nowMs - silentMs);
    const last = reports.at(-1);
    if (last === undefined) throw new Error(`${bot.name} has no reports`);
    const account = { ...pastAccount(bot, nowMs, last), ...changed };
    const parts = pastParts(account.days, account.registeredAtMs).slice(0, -1);
    seedBot(database, account, owners[email] ?? '', { reports, parts }, nowMs);
    database.close();
  };
  const limit = PLANS.business.callsPerCycle;
  const harbour = past({ id: BOTS.healthy, name: 'Harbour' });
  seed(PEOPLE.three, harbour);
  accepted(await setPublic(site.ports, OPERATOR, BOTS.healthy, true));
  await addPeople(site, owners);
  for (const mark of pastMarks(harbour, nowMs))
    accepted(await addMark(site.ports, OPERATOR, BOTS.healthy, mark));
  const [, lantern, tidekeeper] = DEMO_BOTS;
  seed(PEOPLE.three, past({ ...lantern, id: BOTS.warning, name: 'Lantern Music' }));
  seed(PEOPLE.three, past({ ...tidekeeper, id: BOTS.critical, name: 'Tidekeeper' }));
  seed(PEOPLE.states, past({ id: BOTS.stopped, name: 'Stopped', used: limit, cycleDays: 27 }));
  seed(PEOPLE.states, past({ id: BOTS.silent, name: 'Silent' }), {}, 5 * HOUR_MS);
  seed(PEOPLE.states, past({ id: BOTS.planned, name: 'Planned' }), {}, 20 * MINUTE_MS);
  seed(PEOPLE.states, past({ id: BOTS.disabled, name: 'Disabled' }));
  seed(PEOPLE.states, past({ id: BOTS.long, name: LONG }));
  seed(PEOPLE.states, past({ ...lantern, id: BOTS.rtl, name: 'בוט הנמל الميناء' }));
  const disabledReason = 'It sent the counts of another bot';
  accepted(await changeBot(site.ports, OPERATOR, BOTS.disabled, { isDisabled: true, disabledReason }));
  const send = async (id: string, path: string, body: object) => {
    const { key } = await makeKey(site, id);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const { ok, status } = await fetch(site.origin + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!ok) throw new Error(`${path} ${status}`);
  };
  await send(BOTS.planned, `/api/v1/bots/${BOTS.planned}/pause`, {
    minutes: 120,
    reason: 'Moving to a new host',
  });
  for (const [id, name] of [
    [BOTS.new, 'Brand new'],
    [BOTS.one, 'One report'],
  ] as const)
    await makeBot(site, { id, owner: PEOPLE.states, name });
  await send(BOTS.one, REPORT_PATH, { botId: BOTS.one, serverCount: 120, userCount: 5_400 });
  await send(BOTS.healthy, REPORT_PATH, { botId: BOTS.healthy, serverCount: 48_284, userCount: 3_385_517 });
  const bot = { botId: BOTS.critical, botName: 'Tidekeeper' };
  const quota = { limit: 1_500, plan: 'free', resetAt: new Date(nowMs + DAY_MS).toISOString() } as const;
  const silence = { lastSignAt: new Date(nowMs - 70 * HOUR_MS).toISOString() };
  const event = (agoMs: number) => ({ period: '1', atMs: nowMs - agoMs, dueAtMs: nowMs - agoMs });
  await site.ports.directory.write([], ({ events }) =>
    events.insert([
      {
        ...event(96 * HOUR_MS),
        type: 'quota.warning',
        data: { ...bot, ...quota, used: 1_200, percentage: 80 },
      },
      { ...event(68 * HOUR_MS), type: 'bot.silent', data: { ...bot, ...silence, silentSeconds: 6_000 } },
      { ...event(65 * HOUR_MS), type: 'bot.recovered', data: { ...bot, ...silence, silentSeconds: 18_000 } },
      {
        ...event(9 * HOUR_MS),
        type: 'quota.critical',
        data: { ...bot, ...quota, used: 1_425, percentage: 95 },
      },
    ]),
  );
  for (const [email, count, from] of [
    [PEOPLE.twenty, 20, 1_000],
    [PEOPLE.many, 300, 2_000],
  ] as const)
    for (let n = 0; n < count; n++) {
      const used = n % 9 === 0 ? 1_460 : n % 5 === 0 ? 1_250 : 40 * (n % 25);
      const bot = past({
        id: idOf(from + n),
        name: `Bot of ${['rivers', 'harbours', 'lanterns', 'tides'][n % 4]} ${n}`,
        plan: 'free',
        servers: 20 + n * 37,
        shards: 1,
        used,
      });
      seed(email, bot, {}, n % 11 === 0 ? 6 * HOUR_MS : 0);
    }
  const backups = [1, 2, 3, 9].map((days) => {
    const atMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (days - 1) * DAY_MS - DAY_MS / 2;
    const name = new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '');
    const rehearsal = { atMs: atMs + MINUTE_MS, isProven: true, isSnapshot: true, problems: [] as string[] };
    if (days === 2) rehearsal.problems.push('The table reports has 48210 rows instead of 48211.');
    const file = `/var/backups/botmeter/botmeter-${name}.db`;
    return {
      instance: 'meter-1',
      file,
      bytes: 412e6,
      atMs,
      tookMs: 60_000,
      isOnDatabaseDisk: true,
      rehearsal,
    };
  });
  const state = { sinceMs: nowMs - DAY_MS, seenMs: nowMs, backups, failure: null, maker: null };
  await site.ports.directory.write([], ({ facts }) => facts.put('backups', state, nowMs));
}
