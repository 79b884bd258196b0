import type { Account } from '@/lib/domain/bots/account';
import { daysKept } from '@/lib/domain/quota/days';
import type { Decision } from '@/lib/domain/reports/decide';
import { effectsByKind } from '@/lib/domain/reports/effect';
import {
  ACCOUNT_COLUMNS,
  MARK_COLUMNS,
  PART_COLUMNS,
  toColumns,
  toMarkColumns,
  toPartColumns,
} from '../account-row';
import { EVENT_COLUMNS, toEventColumns } from '../event-row';
import { columnsOf, retentionValues, STATEMENT_CLOCK, WRITE_ACCOUNT } from './statements';
import { CALL_VALUES } from './write-functions';

const parameters = (count: number) => Array.from({ length: count }, (_, i) => `$${i + 1}`).join(', ');
const ACCOUNT_VALUES = ACCOUNT_COLUMNS.length + 2;
const WRITE_REPORT = {
  name: 'spread-report',
  text: `SELECT write_report(${parameters(ACCOUNT_VALUES + 5)}) AS written`,
};
const WRITE_CALL = {
  name: 'spread-call',
  text: `SELECT write_call(${parameters(ACCOUNT_VALUES + CALL_VALUES)}) AS written`,
};
/** Without locking the rows in one order first, which Citus refuses: it ends a deadlock by itself, and the times stay noted. */
const given = (name: string) => `unnest($1::text[], $2::bigint[]) AS ${name} (id, at_ms)`;
export const SPREAD_KEY_USES = {
  name: 'spread-key-uses',
  text: `UPDATE api_keys SET last_used_at_ms = greatest(api_keys.last_used_at_ms, u.at_ms)
    FROM ${given('u')} WHERE api_keys.id = u.id`,
};
export const SPREAD_HEARTBEATS = {
  name: 'spread-heartbeats',
  text: `UPDATE bots SET last_heartbeat_at_ms = h.at_ms FROM ${given('h')}
    WHERE bots.id = h.id AND (last_heartbeat_at_ms BETWEEN h.at_ms AND ${STATEMENT_CLOCK}) IS NOT TRUE`,
};

const NO_RETENTION = [null, null, null, null, null, null];

/** `writeStatement` for a database that is spread: `written` is 0 if the row is no longer at `version`. */
export function spreadWriteStatement(
  { account, effects }: Decision<unknown>,
  before: Account,
  version: number,
): { name: string; text: string; values: unknown[] } {
  const ofAccount: unknown[] = [account.botId, version, ...toColumns(account)];
  if (effects.length === 0) return { ...WRITE_ACCOUNT, values: ofAccount };
  const { reports, retention, events, parts, mark } = effectsByKind(effects);
  const ofReports = reports.map((r) => [r.atMs, r.number, r.serverCount, r.userCount, r.shardCount]);
  const [report] = ofReports;
  if (report !== undefined && effects.length === 1)
    return { ...WRITE_REPORT, values: [...ofAccount, ...report] };
  const isFold = account === before && effects.length === 1 && retention !== null;
  return {
    ...WRITE_CALL,
    values: [
      ...ofAccount,
      ...columnsOf(ofReports, 5),
      ...(retention === null ? NO_RETENTION : retentionValues(retention)),
      isFold,
      ...columnsOf(
        events.map(({ event }) => toEventColumns(event)),
        EVENT_COLUMNS.length,
      ),
      ...columnsOf(parts?.moved ? [toPartColumns(parts.moved)] : [], PART_COLUMNS.length - 1),
      ...(parts === null ? [null, null] : daysKept(parts.day)),
      ...columnsOf(mark === null ? [] : [toMarkColumns(mark.mark)], MARK_COLUMNS.length - 1),
    ],
  };
}
