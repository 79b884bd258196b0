import fc from 'fast-check';
import { expect, it } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLAN_NAMES } from '@/lib/domain/quota/plan';
import { decideMark, decideRead, decideRefusal } from '@/lib/domain/reports/decide';
import { decideHeartbeat } from '@/lib/domain/silences/decide-silence';
import type { AccountRef, Store } from '@/lib/ports/ports';
import { foldDue } from '@/lib/services/history/fold';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { citus } from '@/tests/support/data/citus-database';
import { type DatabaseKind, postgres, type Row, sqlite } from '@/tests/support/data/databases';
import { read, register, send } from '@/tests/support/data/fixtures';

const IS_SOAK = process.env.FAULT_SCALE === 'soak';

/** The database of the other dialect: a cluster's nodes have a function of their own for the same writes. */
const other: DatabaseKind = process.env.DATA_ON === 'Citus' ? citus : postgres;

/** Of every table that calls write. The number of a commit is PostgreSQL's alone, and ids of events are random. */
const WRITTEN = ['bots', 'reports', 'report_hours', 'usage_parts', 'events', 'marks'];
const NOT_COMPARED = ['version', 'id'];

/** Each names a bot, so that the rows of two bots are written. */
type Call = (store: Store, ref: AccountRef) => Promise<{ readonly outcome: unknown } | null>;
const CALLS: Readonly<Record<string, Call>> = {
  usage: read,
  history: (store, ref) => store.call(ref, decideRead('history')),
  refusal: (store, ref) => store.call(ref, (account, nowMs) => decideRefusal(account, 'invalid_body', nowMs)),
  heartbeat: (store, ref) => store.call(ref, decideHeartbeat),
  mark: (store, ref) =>
    store.call(ref, decideMark({ id: secrets.newId(), kind: 'deploy', text: 'New', atMs: null })),
};
/** What the job does with old reports. */
const FOLD = 'fold';
const count = fc.integer({ min: 0, max: 9 });

/** How far the clock goes before a call: also back, past a day, past the week after which reports are folded, past a cycle. */
const STEPS_MS = [0, 1, 59_999, MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, DAY_MS, 31 * DAY_MS, -5 * MINUTE_MS];
const callAfter = (stepMs: fc.Arbitrary<number>) =>
  fc.record({
    stepMs,
    /** The counts of a report, or the name of another call. */
    call: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(count, count) },
      fc.constantFrom(...Object.keys(CALLS), FOLD),
    ),
    isOfOther: fc.boolean(),
    /** Not by a key: a form. */
    isForm: fc.boolean(),
  });
const WEEKS_MS = 8 * DAY_MS;
const someCalls = fc.array(callAfter(fc.constantFrom(MINUTE_MS, 5 * MINUTE_MS)), { maxLength: 6 });
const afterWeeks = (ms: number) =>
  fc.tuple(callAfter(fc.constant(ms)), someCalls).map(([first, more]) => [first, ...more]);
const SEQUENCE = fc.oneof(
  fc.array(callAfter(fc.constantFrom(...STEPS_MS, WEEKS_MS, -WEEKS_MS)), { minLength: 1, maxLength: 30 }),
  // Hours that are folded once get reports again.
  fc.tuple(someCalls, ...[WEEKS_MS, -WEEKS_MS, WEEKS_MS].map(afterWeeks)).map((parts) => parts.flat()),
);
type Sequence = typeof SEQUENCE extends fc.Arbitrary<infer Steps> ? Steps : never;

/** The outcomes of a sequence, and all rows that it left. */
async function run(kind: DatabaseKind, sequence: Sequence, plan: (typeof PLAN_NAMES)[number], used: number) {
  const db = await kind.create();
  try {
    const ports = await db.connect();
    const { store, directory } = ports;
    const keys = new Map<string, string>();
    for (const id of [BOT_ID, OTHER_BOT_ID]) {
      const { keyHash } = await register(directory, { id, plan });
      keys.set(id, keyHash);
    }
    await directory.write([], ({ folding }) => folding.start(T0));
    await db.run(`UPDATE bots SET cycle_used = ${used}`);
    const outcomes: unknown[] = [];
    let nowMs = T0;
    for (const { stepMs, call, isOfOther, isForm } of sequence) {
      nowMs += stepMs;
      await db.setClock(nowMs);
      if (call === FOLD) {
        await foldDue(ports, { takesOver: true });
        continue;
      }
      const botId = isOfOther ? OTHER_BOT_ID : BOT_ID;
      const ref = isForm ? { botId } : { keyHash: keys.get(botId) ?? '' };
      const [serverCount = 0, userCount = 0] = typeof call === 'string' ? [] : call;
      const perform: Call =
        CALLS[String(call)] ?? ((s, of) => send(s, of, { serverCount, userCount, shardCount: 1 }));
      outcomes.push((await perform(store, ref))?.outcome ?? null);
    }
    await foldDue(ports, { takesOver: true });
    const rows: Record<string, unknown> = {};
    for (const table of WRITTEN)
      rows[table] = (await db.rows(`SELECT * FROM ${table}`)).map(comparable).sort();
    return { outcomes, rows };
  } finally {
    await db.drop();
  }
}

/** A row as text, by column. PostgreSQL's bigint and SQLite's INTEGER are the same numbers. */
const comparable = (row: Row): string =>
  Object.entries(row)
    .filter(([column]) => !NOT_COMPARED.includes(column))
    .map(([column, value]) => `${column}=${typeof value === 'bigint' ? Number(value) : value}`)
    .sort()
    .join(' ');

it(`SQLite and ${other.name} write the same rows for the same calls`, {
  timeout: IS_SOAK ? 900_000 : 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      SEQUENCE,
      fc.constantFrom(...PLAN_NAMES),
      fc.constantFrom(0, 1_190, 1_490, 1_499),
      async (sequence, plan, used) => {
        const ofSqlite = await run(sqlite, sequence, plan, used);
        expect(await run(other, sequence, plan, used)).toEqual(ofSqlite);
      },
    ),
    { numRuns: IS_SOAK ? 1_000 : 40 },
  );
});
