import SqliteDatabase, { type Database } from 'better-sqlite3';
import { type Container, openContainer } from '@/lib/container';
import { PLANS, type PlanName } from '@/lib/domain/plan';
import { OPERATOR } from '@/lib/domain/principal';
import { parseEnv } from '@/lib/env';
import { changeBot } from '@/lib/services/change-bot';
import { createBot } from '@/lib/services/create-bot';
import { createKey, insertKey } from '@/lib/services/create-key';
import { createUser } from '@/lib/services/create-user';
import type { Result } from '@/lib/services/result';
import { revokeKey } from '@/lib/services/revoke-key';

const OWNER = 'owner@example.org';

export type TestBot = { readonly id: string; readonly name: string; readonly key: string };

/** What the database holds about one bot, read from the file itself. */
export type BotState = {
  readonly used: number;
  /** Refused calls of all days. */
  readonly rejected: number;
  /** Counted calls of all days. */
  readonly calls: number;
  readonly registeredAtMs: number;
  readonly lastReportAtMs: number | null;
  readonly reports: readonly StoredReport[];
};

export type StoredReport = {
  readonly atMs: number;
  readonly serverCount: number;
  readonly userCount: number;
  readonly shardCount: number;
};

/** The owner of every test bot. */
export async function createOwner(databaseFile: string): Promise<void> {
  const container = await openServices(databaseFile);
  await createUser(container.ports, OPERATOR, {
    email: OWNER,
    role: 'owner',
    password: 'a long enough passphrase',
  });
  await container.close();
}

function openServices(databaseFile: string): Promise<Container> {
  const parsed = parseEnv({ DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: 'silent' });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return openContainer(parsed.env);
}

/** A number that no other test in any process uses. */
let lastId = BigInt(process.pid % 100_000) * 10n ** 13n + (BigInt(Date.now()) % 10n ** 9n) * 10_000n;
export const newBotId = (): string => String(10n ** 18n + ++lastId);

/**
 * Whoever runs commands beside a running server: registers through the services, on the same database file. And a
 * hand in the file itself, which lets time pass and quotas run out without waiting.
 */
export class Operator {
  readonly #services: Promise<Container>;
  readonly #file: Database;

  constructor(databaseFile: string) {
    this.#services = openServices(databaseFile);
    this.#file = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  }

  async close(): Promise<void> {
    this.#file.close();
    await (await this.#services).close();
  }

  async bot({ plan = 'free' as PlanName, name = 'TestBot', id = newBotId() } = {}): Promise<TestBot> {
    const { ports } = await this.#services;
    valueFrom(await createBot(ports, OPERATOR, { id, name, owner: { email: OWNER }, plan }));
    return { id, name, key: (await this.key(id)).key };
  }

  async key(botId: string, expiresAtMs: number | null = null): Promise<{ key: string; keyId: string }> {
    const { ports } = await this.#services;
    const input = { botId, name: 'test', expiresAtMs };
    const { key, apiKey } = valueFrom(await createKey(ports, OPERATOR, input));
    return { key, keyId: apiKey.id };
  }

  async revoke(keyId: string): Promise<void> {
    valueFrom(await revokeKey((await this.#services).ports, OPERATOR, keyId));
  }

  async disable(botId: string): Promise<void> {
    valueFrom(await changeBot((await this.#services).ports, OPERATOR, botId, { isDisabled: true }));
  }

  /** Many bots of one plan in one transaction. */
  async bots(count: number, plan: PlanName): Promise<TestBot[]> {
    const { ports } = await this.#services;
    return ports.directory.write(async (tables, nowMs) => {
      const owner = await tables.users.findByEmail(OWNER);
      if (owner === null) throw new Error('There is no owner.');
      const made: TestBot[] = [];
      for (let i = 0; i < count; i++) {
        const bot = { id: newBotId(), name: 'TestBot', ownerId: owner.id, isDisabled: false, plan };
        const retention = { planChangedAtMs: null, formerHistoryDays: PLANS[plan].historyDays };
        await tables.bots.insert({ ...bot, ...retention, registeredAtMs: nowMs });
        const { key } = await insertKey(
          tables,
          ports,
          { botId: bot.id, name: 'test', expiresAtMs: null },
          nowMs,
        );
        made.push({ id: bot.id, name: bot.name, key });
      }
      return made;
    });
  }

  state(botId: string): BotState {
    const row = this.#file.prepare<[string], Row>('SELECT * FROM bots WHERE id = ?').get(botId);
    if (row === undefined) throw new Error(`There is no bot ${botId}.`);
    const days = row.day_counts.split(',').map((day) => day.split(':').map(Number));
    const sum = (at: 1 | 2) => days.reduce((total, day) => total + (day[at] ?? 0), 0);
    return {
      used: row.cycle_used,
      calls: sum(1),
      rejected: sum(2),
      registeredAtMs: row.registered_at_ms,
      lastReportAtMs: row.last_report_at_ms,
      reports: this.#file
        .prepare<[string], StoredReport>(
          `SELECT at_ms AS atMs, server_count AS serverCount, user_count AS userCount, shard_count AS shardCount
           FROM reports WHERE bot_id = ? ORDER BY at_ms, number`,
        )
        .all(botId),
    };
  }

  /** A bot's whole rows as they are stored, to see that nothing else changed. */
  rows(botId: string): unknown {
    return this.#file.prepare('SELECT * FROM bots WHERE id = ?').get(botId);
  }

  setUsed(botId: string, used: number): void {
    this.#run('UPDATE bots SET cycle_used = ? WHERE id = ?', used, botId);
  }

  /** As if the bot's last report had been made then. */
  setLastReport(botId: string, atMs: number): void {
    this.#run(
      `UPDATE bots SET last_report_at_ms = ?, server_count = coalesce(server_count, 1),
         user_count = coalesce(user_count, 1), shard_count = coalesce(shard_count, 1) WHERE id = ?`,
      atMs,
      botId,
    );
  }

  setRegistered(botId: string, atMs: number): void {
    this.#run('UPDATE bots SET registered_at_ms = ? WHERE id = ?', atMs, botId);
  }

  setPlan(botId: string, plan: PlanName): void {
    this.#run('UPDATE bots SET plan = ? WHERE id = ?', plan, botId);
  }

  /** As if a key had been given out with an expiry that has passed by now. */
  expire(keyId: string, atMs: number): void {
    this.#run('UPDATE api_keys SET expires_at_ms = ? WHERE id = ?', atMs, keyId);
  }

  /** Lets time pass for one bot: everything about it was that much longer ago. */
  letPass(botId: string, ms: number): void {
    this.#file
      .transaction(() => {
        this.#run(
          `UPDATE bots SET registered_at_ms = registered_at_ms - ?, last_report_at_ms = last_report_at_ms - ?
           WHERE id = ?`,
          ms,
          ms,
          botId,
        );
        this.#run('UPDATE reports SET at_ms = at_ms - ? WHERE bot_id = ?', ms, botId);
      })
      .immediate();
  }

  /** Lets time pass for every bot. */
  letPassForAll(ms: number): void {
    this.#file
      .transaction(() => {
        this.#run(
          'UPDATE bots SET registered_at_ms = registered_at_ms - ?, last_report_at_ms = last_report_at_ms - ?',
          ms,
          ms,
        );
        this.#run('UPDATE reports SET at_ms = at_ms - ?', ms);
      })
      .immediate();
  }

  /** Keeps every other connection from writing until the returned function is called. */
  holdWriteLock(): () => void {
    this.#file.exec('BEGIN IMMEDIATE');
    return () => void this.#file.exec('ROLLBACK');
  }

  integrity(): unknown {
    return this.#file.pragma('integrity_check', { simple: true });
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#file.prepare(sql).run(...values);
  }
}

type Row = {
  cycle_used: number;
  day_counts: string;
  registered_at_ms: number;
  last_report_at_ms: number | null;
};

function valueFrom<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}
