import type { Database } from 'better-sqlite3';
import type { Account } from '@/lib/domain/account';
import type { SeriesPoint } from '@/lib/domain/history';
import { PLANS } from '@/lib/domain/plan';
import { ACCOUNT_COLUMNS, toColumns } from '../account-row';

/** Inserts a bot with past reports into a scratch database, as metered calls would have left it. */
export function seedBot(
  database: Database,
  account: Account,
  ownerId: string,
  reports: Iterable<SeriesPoint>,
): void {
  const columns = [
    'id',
    'name',
    'owner_id',
    'plan',
    'former_history_days',
    'registered_at_ms',
    ...ACCOUNT_COLUMNS,
  ];
  const bot = database.prepare(
    `INSERT INTO bots (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  const report = database.prepare('INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?)');
  database.transaction(() => {
    const { botId, name, plan, registeredAtMs } = account;
    bot.run(botId, name, ownerId, plan, PLANS[plan].historyDays, registeredAtMs, ...toColumns(account));
    let number = 0;
    for (const r of reports) report.run(botId, r.atMs, ++number, r.serverCount, r.userCount, r.shardCount);
  })();
}
