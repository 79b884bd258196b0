import { databaseUrlOf } from '../process/database-url';
import { openHand } from '../process/hand';
import type { Load } from '../process/load';

type Row = { bot_id: string; at_ms: number; server_count: number };

/** Every report, every count and every key that a database holds; `database` as for the Operator. */
export async function contentOf(database: string) {
  const hand = openHand(databaseUrlOf(database));
  try {
    const reports = await hand.rows<Row>(
      'SELECT bot_id, at_ms, server_count FROM reports ORDER BY bot_id, at_ms, number',
    );
    const bots = await hand.rows<{ id: string; cycle_used: number; reports_total: number }>(
      'SELECT id, cycle_used, reports_total FROM bots ORDER BY id',
    );
    const keys = await hand.rows<Record<string, unknown>>('SELECT * FROM api_keys ORDER BY hash');
    return { reports, bots, keys, integrity: await hand.integrity() };
  } finally {
    await hand.close();
  }
}

export type Content = Awaited<ReturnType<typeof contentOf>>;

/** The reports of a database, one text each. */
export const reportsOf = ({ reports }: Content): string[] =>
  reports.map(({ bot_id, at_ms, server_count }) => `${bot_id} ${at_ms} ${server_count}`);

/** All reports that were acknowledged so far. */
export const acknowledgedBy = (load: Load): string[] =>
  [...load.journals].flatMap(([id, { reports }]) =>
    reports.map(({ atMs, serverCount }) => `${id} ${atMs} ${serverCount}`),
  );

/** Those of `expected` that a database does not have. */
export function missingFrom(content: Content, expected: readonly string[]): string[] {
  const there = new Set(reportsOf(content));
  return expected.filter((one) => !there.has(one));
}
