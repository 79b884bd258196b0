import type { Container } from '@/lib/container';
import type { RefusedEntry } from '@/lib/contract/activity-view';
import { NO_ALERTS } from '@/lib/domain/bots/account';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { OPERATOR } from '@/lib/domain/people/caller';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';
import type { Ports } from '@/lib/ports/ports';
import { readActivity } from '@/lib/services/activity/read';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { createKey, insertKey, revokeKey } from '@/lib/services/keys/change';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { accepted } from '../result';
import { databaseUrlOf } from './database-url';
import { openServices } from './open-services';
import { copyRow, openRawDatabase, type RawDatabase } from './raw-database';

/** The owner of all test bots. */
export const OWNER = { email: 'owner@example.org', password: 'a long enough passphrase' };

export type TestBot = { readonly id: string; readonly name: string; readonly key: string };

/** The stored state of one bot, read with SQL. */
export type BotState = {
  readonly used: number;
  /** Refused calls, all days. */
  readonly rejected: number;
  /** Counted calls, all days. */
  readonly calls: number;
  readonly registeredAtMs: number;
  readonly lastReportAtMs: number | null;
  readonly reports: readonly StoredReport[];
  readonly plan: PlanName;
  /** The types of its events about the quota, in alphabetical order. */
  readonly quotaEvents: readonly string[];
};

export type StoredReport = {
  readonly atMs: number;
  readonly serverCount: number;
  readonly userCount: number;
  readonly shardCount: number;
};

/** Creates the owner of all test bots. */
export async function createOwner(database: string): Promise<void> {
  const container = await openServices(database);
  await createUser(container.ports, OPERATOR, { ...OWNER, role: 'owner' });
  await container.close();
}

/** Makes the owner of all test bots an admin, without whom the service counts as not set up. */
export async function promoteOwner(database: string): Promise<void> {
  const container = await openServices(database);
  accepted(await changeUser(container.ports, OPERATOR, { email: OWNER.email }, { role: 'admin' }));
  await container.close();
}

/** A snowflake that no other test in any process uses. */
let lastId = BigInt(process.pid % 100_000) * 10n ** 13n + (BigInt(Date.now()) % 10n ** 9n) * 10_000n;
export const newBotId = (): string => String(10n ** 18n + ++lastId);

/**
 * Prepares data for a running server: registers bots and keys through the services on the same database, and moves times
 * and counters with SQL, so that tests need not wait for an interval or a quota.
 */
export class Operator {
  #opened: Promise<Container> | undefined;
  readonly #rawDatabase: RawDatabase;

  /** `database`: a path of a SQLite file, or a `DATABASE_URL`. */
  constructor(readonly database: string) {
    this.#rawDatabase = openRawDatabase(databaseUrlOf(database));
  }

  /** Opened when first used: suites make an operator before their database is there. */
  get #services(): Promise<Container> {
    this.#opened ??= openServices(this.database);
    return this.#opened;
  }

  async close(): Promise<void> {
    await this.#rawDatabase.close();
    await (await this.#opened)?.close();
  }

  async ports(): Promise<Ports> {
    return (await this.#services).ports;
  }

  async bot({ plan = 'free' as PlanName, name = 'TestBot', id = newBotId() } = {}) {
    const { ports } = await this.#services;
    accepted(await createBot(ports, OPERATOR, { id, name, owner: { email: OWNER.email }, plan }));
    return { id, name, ...(await this.key(id)) };
  }

  async key(botId: string, expiresAtMs: number | null = null): Promise<{ key: string; keyId: string }> {
    const { ports } = await this.#services;
    const input = { botId, name: 'test', expiresAtMs };
    const { key, apiKey } = accepted(await createKey(ports, OPERATOR, input));
    return { key, keyId: apiKey.id };
  }

  async revoke(keyId: string): Promise<void> {
    accepted(await revokeKey((await this.#services).ports, OPERATOR, keyId));
  }

  async disable(botId: string): Promise<void> {
    accepted(await changeBot((await this.#services).ports, OPERATOR, botId, { isDisabled: true }));
  }

  /** What the bot's activity lists of refused calls. */
  async refusedCalls(botId: string): Promise<readonly RefusedEntry[]> {
    const { ports } = await this.#services;
    const read = await readActivity(ports, OPERATOR, botId, { ...ALL_ACTIVITY, kind: 'refused' }, null);
    return accepted(read).entries.filter((entry) => entry.kind === 'refused');
  }

  async changePlan(botId: string, plan: PlanName): Promise<void> {
    accepted(await changeBot((await this.#services).ports, OPERATOR, botId, { plan }));
  }

  /** Registers many bots of one plan. All but the first are copies of its rows, many in a statement. */
  async bots(count: number, plan: PlanName): Promise<TestBot[]> {
    if (count === 0) return [];
    const { ports } = await this.#services;
    const { secrets } = ports;
    const [first, keyId] = await ports.directory.write([], async (tables, nowMs) => {
      const owner = await tables.users.findByEmail(OWNER.email);
      if (owner === null) throw new Error('There is no owner.');
      const bot = { id: newBotId(), name: 'TestBot', ownerId: owner.id, isDisabled: false, plan };
      const retention = { planChangedAtMs: null, formerHistoryDays: PLANS[plan].historyDays };
      await tables.bots.insert({ ...bot, ...retention, ...NEW_SILENCE_TERMS, registeredAtMs: nowMs });
      const named = { botId: bot.id, name: 'test', expiresAtMs: null };
      const { key, apiKey } = await insertKey(tables, ports, named, nowMs);
      return [{ id: bot.id, name: bot.name, key }, apiKey.id];
    });
    const more = Array.from({ length: count - 1 }, () => ({
      ...first,
      id: newBotId(),
      key: secrets.newKey(),
    }));
    await copyRow(
      this.#rawDatabase,
      'bots',
      first.id,
      ['id'],
      more.map(({ id }) => [id]),
    );
    const keys = more.map(({ id, key }) => [secrets.newId(), id, key.slice(-4), secrets.hash(key)]);
    await copyRow(this.#rawDatabase, 'api_keys', keyId, ['id', 'bot_id', 'last4', 'hash'], keys);
    return [first, ...more];
  }

  async state(botId: string): Promise<BotState> {
    const state = (await this.states(botId)).get(botId);
    if (state === undefined) throw new Error(`There is no bot ${botId}.`);
    return state;
  }

  /** The states of all bots, or of one, by id. */
  async states(botId?: string): Promise<ReadonlyMap<string, BotState>> {
    const read = <T>(select: string, of: string, order = '') =>
      botId === undefined
        ? this.#rawDatabase.rows<T>(`${select} ${order}`)
        : this.#rawDatabase.rows<T>(`${select} WHERE ${of} = ? ${order}`, botId);
    const rows = await read<Row>('SELECT * FROM bots', 'id');
    const reports = await read<StoredReport & { botId: string }>(
      `SELECT bot_id AS "botId", at_ms AS "atMs", server_count AS "serverCount", user_count AS "userCount",
         shard_count AS "shardCount" FROM reports`,
      'bot_id',
      'ORDER BY at_ms, number',
    );
    const events = await read<{ botId: string; type: string }>(
      'SELECT bot_id AS "botId", type FROM events',
      'bot_id',
      'ORDER BY type',
    );
    const [reportsOf, eventsOf] = [byBot(reports), byBot(events)];
    return new Map(
      rows.map((row) => {
        const days = row.day_counts.split(',').map((day) => day.split(':').map(Number));
        const sum = (at: 1 | 2) => days.reduce((total, day) => total + (day[at] ?? 0), 0);
        const types = (eventsOf.get(row.id) ?? []).map(({ type }) => type);
        const state: BotState = {
          plan: row.plan,
          quotaEvents: types.filter((type) => type.startsWith('quota.')),
          used: row.cycle_used,
          calls: sum(1),
          rejected: sum(2),
          registeredAtMs: row.registered_at_ms,
          lastReportAtMs: row.last_report_at_ms,
          reports: (reportsOf.get(row.id) ?? []).map(({ botId: _, ...report }) => report),
        };
        return [row.id, state];
      }),
    );
  }

  /** A bot's whole stored row, to assert that nothing else changed. */
  async rows(botId: string): Promise<unknown> {
    return (await this.#rawDatabase.rows('SELECT * FROM bots WHERE id = ?', botId))[0];
  }

  /** Makes an instance have served in that time. */
  setServing(fromMs: number, untilMs: number): Promise<void> {
    return this.#rawDatabase.run('INSERT INTO serving_times VALUES (?, ?)', fromMs, untilMs);
  }

  setUsed(botId: string, used: number): Promise<void> {
    return this.#change(botId, 'cycle_used = ?', used);
  }

  setUsedForAll(used: number): Promise<void> {
    return this.#rawDatabase.run(`UPDATE bots SET ${this.#rawDatabase.bumpVersion}cycle_used = ?`, used);
  }

  /** Sets the time of the bot's last report. */
  setLastReport(botId: string, atMs: number): Promise<void> {
    const counts = ['server', 'user', 'shard'].map((of) => `${of}_count = coalesce(${of}_count, 1)`);
    return this.#change(botId, `last_report_at_ms = ?, ${counts}`, atMs);
  }

  /** Makes a silence of the bot one that was notified. */
  setSilent(botId: string, sinceMs: number): Promise<void> {
    return this.#change(botId, 'alert_state = ?', JSON.stringify({ ...NO_ALERTS, silentSinceMs: sinceMs }));
  }

  /** The types of a bot's events, in alphabetical order. */
  async eventTypes(botId: string): Promise<string[]> {
    const sql = 'SELECT type FROM events WHERE bot_id = ? ORDER BY type';
    return (await this.#rawDatabase.rows<{ type: string }>(sql, botId)).map(({ type }) => type);
  }

  setRegistered(botId: string, atMs: number): Promise<void> {
    return this.#change(botId, 'registered_at_ms = ?', atMs);
  }

  setPlan(botId: string, plan: PlanName): Promise<void> {
    return this.#change(botId, 'plan = ?', plan);
  }

  /** Sets the expiry of a key. */
  expire(keyId: string, atMs: number): Promise<void> {
    return this.#rawDatabase.run('UPDATE api_keys SET expires_at_ms = ? WHERE id = ?', atMs, keyId);
  }

  /** Lets time pass for one bot by moving all its stored times back by `ms`. */
  letPass(botId: string, ms: number): Promise<void> {
    return this.#rawDatabase.runAll([
      [`${this.#earlier} WHERE id = ?`, ms, ms, botId],
      ['UPDATE reports SET at_ms = at_ms - ? WHERE bot_id = ?', ms, botId],
    ]);
  }

  /** Lets time pass for every bot. */
  letPassForAll(ms: number): Promise<void> {
    return this.#rawDatabase.runAll([
      [this.#earlier, ms, ms],
      ['UPDATE reports SET at_ms = at_ms - ?', ms],
    ]);
  }

  /** Blocks all other writers until the returned function is called. */
  holdWriteLock(): Promise<() => Promise<void>> {
    return this.#rawDatabase.holdWrites();
  }

  integrity(): Promise<unknown> {
    return this.#rawDatabase.integrity();
  }

  get #earlier(): string {
    return `UPDATE bots SET ${this.#rawDatabase.bumpVersion}registered_at_ms = registered_at_ms - ?,
      last_report_at_ms = last_report_at_ms - ?`;
  }

  #change(botId: string, sets: string, value: string | number): Promise<void> {
    const sql = `UPDATE bots SET ${this.#rawDatabase.bumpVersion}${sets} WHERE id = ?`;
    return this.#rawDatabase.run(sql, value, botId);
  }
}

function byBot<T extends { botId: string }>(rows: readonly T[]): ReadonlyMap<string, T[]> {
  const of = new Map<string, T[]>();
  for (const row of rows)
    of.set(row.botId, of.get(row.botId) ?? [])
      .get(row.botId)
      ?.push(row);
  return of;
}

type Row = {
  id: string;
  plan: PlanName;
  cycle_used: number;
  day_counts: string;
  registered_at_ms: number;
  last_report_at_ms: number | null;
};
