import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BotmeterClient } from '@/lib/client';
import { readEnv } from '@/lib/container';
import { connect } from '@/lib/data/sqlite/open';
import { seedBot } from '@/lib/data/sqlite/seed';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { OPERATOR, type Role } from '@/lib/domain/people/caller';
import { PLANS } from '@/lib/domain/quota/plan';
import type { Ports } from '@/lib/ports/ports';
import { start, stopOnSignal } from '@/lib/server/main';
import { setPublic } from '@/lib/services/bots/publish';
import { createKey } from '@/lib/services/keys/change';
import { addMark } from '@/lib/services/marks/marks';
import { giveRole } from '@/lib/services/people/change';
import type { Result } from '@/lib/services/result';
import { createUser } from '@/lib/services/users/create';
import { createWebhook } from '@/lib/services/webhooks/create';
import { DEMO_BOTS, pastEvents, pastRefusals } from './bots';
import { type DemoBot, pastAccount, pastMarks, pastParts, pastReports } from './past';
import { addPastVotes } from './votes';

const PASSWORD = 'botmeter demo 2026';
const ADMIN = 'admin@demo.example';
const OWNER = 'owner@demo.example';
const MANAGER = 'manager@demo.example';
const VIEWER = 'viewer@demo.example';

/**
 * `npm run demo`: runs the service on a scratch database with realistic history and bots that report. Deletes
 * everything at the end.
 */
export async function demo(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-demo-'));
  const removeAll = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAll);
  const file = join(folder, 'demo.db');
  const { port, host } = readEnv();
  const nothingElse = {
    appUrl: undefined,
    firstAdmin: undefined,
    discord: undefined,
    metricsToken: undefined,
    mail: undefined,
  };
  const receiver = await startReceiver((line) => process.stdout.write(`${line}\n`));
  const running = await start({
    ...readEnv(),
    ...nothingElse,
    authSecret: undefined,
    port,
    host,
    database: { kind: 'sqlite', file },
    webhookAllow: [receiver.host],
    logLevel: 'error',
  });
  const { ports } = running.container;
  await makePerson(ports, ADMIN, 'admin');
  const ownerId = await makePerson(ports, OWNER, 'owner');
  await seed(ports, file, ownerId);
  for (const { id, plan } of DEMO_BOTS) {
    if (PLANS[plan].features.customWebhooks) await addWebhook(ports, id, receiver.url);
  }
  const [shown] = DEMO_BOTS;
  if (shown !== undefined) {
    valueFrom(await setPublic(ports, OPERATOR, shown.id, true));
    await addPeople(ports, shown.id);
  }
  await addPastVotes(ports, DEMO_BOTS, Date.now());
  for (const bot of DEMO_BOTS)
    for (const mark of pastMarks(bot, Date.now())) valueFrom(await addMark(ports, OPERATOR, bot.id, mark));
  const reporters = await Promise.all(DEMO_BOTS.map((bot) => startReporter(ports, running.origin, bot)));

  process.stdout.write(`
The demo runs at ${running.origin}
  owner  ${OWNER}
  admin  ${ADMIN}
  manager and viewer of one bot  ${MANAGER}, ${VIEWER}
  all with the password  ${PASSWORD}
  ${running.origin}/b/${shown?.id} is what anyone may see of a bot
Its data is temporary and is deleted when it stops. What its webhooks send is printed below.
`);
  stopOnSignal(running.container, async () => {
    for (const reporter of reporters) reporter.stop();
    await running.stop();
    receiver.close();
    removeAll();
  });
}

async function makePerson(ports: Ports, email: string, role: Role): Promise<string> {
  return valueFrom(await createUser(ports, OPERATOR, { email, role, password: PASSWORD })).id;
}

/** A manager and a viewer, who have accepted. */
async function addPeople(ports: Ports, botId: string): Promise<void> {
  for (const [email, role] of [[MANAGER, 'manager'] as const, [VIEWER, 'viewer'] as const]) {
    const userId = await makePerson(ports, email, 'owner');
    await ports.directory.write([], (tables, joinedAtMs) =>
      giveRole(tables, { botId, userId, role, joinedAtMs }),
    );
  }
}

async function seed({ directory }: Ports, file: string, ownerId: string): Promise<void> {
  const database = connect(file);
  const nowMs = Date.now();
  const events: NewEvent[] = [];
  for (const bot of DEMO_BOTS) {
    const reports = [...pastReports(bot, nowMs)];
    const last = reports.at(-1);
    if (last === undefined) continue;
    const account = pastAccount(bot, nowMs, last);
    const parts = pastParts(account.days, account.registeredAtMs).slice(0, -1);
    seedBot(database, account, ownerId, { reports, parts }, nowMs);
    events.push(...pastEvents(bot, nowMs, last));
  }
  database.close();
  await directory.write([], async (tables) => {
    await tables.events.insert(events);
    const stored = await tables.events.listUnrouted(nowMs, events.length, []);
    await tables.events.setRouted(
      stored.map(({ id }) => id),
      nowMs,
    );
  });
}

/** A webhook for all events, so that the receiver prints what happens. */
async function addWebhook(ports: Ports, botId: string, url: string): Promise<void> {
  valueFrom(await createWebhook(ports, OPERATOR, { botId, url, eventTypes: ALERT_TYPES }));
}

/** Starts a bot that reports through the client library, as a real one would. */
async function startReporter(
  ports: Ports,
  baseUrl: string,
  { id, shards }: DemoBot,
): Promise<BotmeterClient> {
  const made = await createKey(ports, OPERATOR, { botId: id, name: 'demo bot', expiresAtMs: null });
  const { key, apiKey } = valueFrom(made);
  const client = new BotmeterClient({ baseUrl, apiKey: key, botId: id });
  const found = await ports.store.find({ botId: id });
  const refused = found ? pastRefusals(found.account, apiKey.id, found.nowMs) : [];
  await ports.directory.write([], ({ refusals }) =>
    refusals.save(refused.map((calls) => ({ ...calls, id: ports.secrets.newId() }))),
  );
  const last = found?.account.lastReport ?? { serverCount: 0, userCount: 0 };
  let { serverCount } = last;
  const usersPerServer = last.userCount / Math.max(1, serverCount);
  client.start({
    botId: id,
    collect: () => {
      serverCount += Math.round((Math.random() - 0.45) * 6);
      return { serverCount, userCount: Math.round(serverCount * usersPerServer), shardCount: shards };
    },
  });
  return client;
}

function valueFrom<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

/** A receiver of webhooks on a free port of this machine, which prints what it gets. */
type Receiver = { readonly host: string; readonly url: string; readonly close: () => void };

async function startReceiver(print: (line: string) => void): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request));
    print(`webhook received: ${type} ${JSON.stringify(data)}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/hooks`, close: () => server.close() };
}
