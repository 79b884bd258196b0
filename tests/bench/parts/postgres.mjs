import { startPostgres } from '../../support/postgres.mjs';
import { BOTS, cases, REPORTS_EACH } from '../measure/cases.mjs';
import { compare } from '../measure/compare.mjs';
import { goalTable, rateTable, ratioTable } from '../results/tables.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { AGAIN, ownOn, PRODUCT, productOn } from '../servers/contenders.mjs';

const RAW = 'raw node:http and pg';
const OTHERS = [AGAIN, RAW];
/** A call takes several times as long as on SQLite, so a round has fewer. */
const SCALE = 0.5;

/** Compares the product on PostgreSQL with a minimal program. @param {import('../run.mjs').Run} run */
export async function postgres({ driver, rounds, scale }) {
  const server = await startPostgres();
  const seed = await seedPostgres(server.url, { bots: BOTS, plan: 'free', reportsEach: REPORTS_EACH });
  /** @type {import('../measure/compare.mjs').Contender[]} */
  const contenders = [
    { name: PRODUCT, share: 1, start: async () => productOn(await seed.fresh()) },
    { name: AGAIN, share: 1, start: async () => productOn(await seed.fresh()) },
    { name: RAW, share: 1, start: async () => ownOn('raw-pg', await seed.fresh()) },
  ];
  const all = cases(scale * SCALE);
  try {
    const figures = await compare(contenders, all, { rounds, bots: BOTS, driver, scale });
    const goals = all.map((is) => ({ is, other: RAW, atLeast: 0.9 }));
    return [
      'The database server shares the two cores with the server and the load generator.',
      ratioTable(figures, PRODUCT, OTHERS, all),
      rateTable(figures, [PRODUCT, ...OTHERS], all),
      goalTable(figures, PRODUCT, goals),
    ].join('\n\n');
  } finally {
    await seed.close();
    await server.stop();
  }
}
