import { type Kysely, sql } from 'kysely';
import { splitProblem } from '@/lib/domain/quota/breakdown';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import { type AccountRow, isValid, toAccount } from './account-row';
import type { Schema } from './schema';
import { toPart } from './tables/usage-reads';

type Found = AccountRow & {
  started_at_ms: number | null;
  day: number;
  cycle_index_of_part: number;
  operations: string;
  keys: string;
};

const partOf = (row: Found): UsagePart[] =>
  row.started_at_ms === null
    ? []
    : [toPart({ ...row, started_at_ms: row.started_at_ms, cycle_index: row.cycle_index_of_part })];

const BOTS_AT_ONCE = 200;
const PROBLEMS_MAX = 10;

/** Verifies that the counted calls of every bot add up by operation and by key (I11). One sentence per bot of the first ten. */
export async function usageProblems(db: Kysely<Schema>): Promise<string[]> {
  const problems: string[] = [];
  for (let after = ''; problems.length < PROBLEMS_MAX; ) {
    // One statement, so that a running service does not move a part in between.
    const { rows } = await sql<Found>`
      SELECT b.*, p.started_at_ms, p.day, p.cycle_index AS cycle_index_of_part, p.operations, p.keys
      FROM (SELECT * FROM bots WHERE id > ${after} ORDER BY id LIMIT ${sql.lit(BOTS_AT_ONCE)}) AS b
      LEFT JOIN usage_parts p ON p.bot_id = b.id ORDER BY b.id`.execute(db);
    const byBot = new Map<string, Found[]>();
    for (const row of rows) byBot.set(row.id, [...(byBot.get(row.id) ?? []), row]);
    for (const ofBot of byBot.values()) {
      const [row] = ofBot;
      if (row === undefined || !isValid(row)) continue;
      const problem = splitProblem(toAccount(row), ofBot.flatMap(partOf));
      if (problem !== null) problems.push(problem);
    }
    if (byBot.size < BOTS_AT_ONCE) return problems;
    after = rows.at(-1)?.id ?? '';
  }
  return problems;
}
