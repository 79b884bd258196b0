import { join } from 'node:path';
import { BOTS, cases, REPORTS_EACH } from '../measure/cases.mjs';
import { compare } from '../measure/compare.mjs';
import { goalTable, rateTable, ratioTable } from '../results/tables.mjs';
import { freshCopy, seedSqlite } from '../seed/sqlite.mjs';
import { AGAIN, EMPTY, emptyHandler, ownOn, PRODUCT, productOn } from '../servers/contenders.mjs';

const RAW = 'raw node:http';
const OTHERS = [AGAIN, EMPTY, RAW, 'Express', 'Fastify'];

/** Compares the product on SQLite with all others. @param {import('../run.mjs').Run} run */
export async function sqlite({ folder, driver, rounds, scale }) {
  const seed = join(folder, 'seed.db');
  seedSqlite(seed, { bots: BOTS, plan: 'free', reportsEach: REPORTS_EACH });
  const fresh = () => freshCopy(seed, join(folder, 'round.db'));
  /** @type {import('../measure/compare.mjs').Contender[]} */
  const contenders = [
    { name: PRODUCT, share: 1, start: () => productOn(`file:${fresh()}`) },
    { name: AGAIN, share: 1, start: () => productOn(`file:${fresh()}`) },
    { name: EMPTY, share: 1 / 3, start: emptyHandler, isEmpty: true },
    { name: RAW, share: 1, start: () => ownOn('raw', fresh()) },
    { name: 'Express', share: 1 / 2, start: () => ownOn('express', fresh()) },
    { name: 'Fastify', share: 1 / 2, start: () => ownOn('fastify', fresh()) },
  ];
  const all = cases(scale);
  const figures = await compare(contenders, all, { rounds, bots: BOTS, driver, scale });
  const goals = all.flatMap((is) =>
    is.connections === 1
      ? [
          { is, other: RAW, atLeast: 0.9 },
          { is, other: 'Fastify', atLeast: 0.9 },
        ]
      : [
          { is, other: EMPTY, atLeast: 8 },
          { is, other: RAW, atLeast: 0.9 },
          { is, other: 'Express', atLeast: 4 },
          { is, other: 'Fastify', atLeast: 2 },
        ],
  );
  return [
    ratioTable(figures, PRODUCT, OTHERS, all),
    rateTable(figures, [PRODUCT, ...OTHERS], all),
    goalTable(figures, PRODUCT, goals),
  ].join('\n\n');
}
