import type { Database } from 'better-sqlite3';
import type { Account } from '@/lib/domain/account';
import { PLANS } from '@/lib/domain/plan';
import type { SeriesPoint } from '@/lib/services/ports';
import { ACCOUNT_COLUMNS, toColumns } from '../account-row';

/** Puts a bot with a past into a scratch database: what metered calls would have left behind. */
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
