import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../../lib/build/bundle.mjs';
import { startPostgres } from '../../support/postgres.mjs';
import { botsAt, cases, REPORTS_EACH } from '../measure/cases.mjs';
import { compare } from '../measure/compare.mjs';
import { cpuTable, limitTable, rateTable, ratioTable } from '../results/tables.mjs';
import { botOfCall, hashOf, idOf, keyOf } from '../seed/bots.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { freshCopy, seedSqlite } from '../seed/sqlite.mjs';
import { AGAIN, ownOn, PRODUCT, productOn } from '../servers/contenders.mjs';
import { ROOT } from '../servers/process.mjs';

/** @typedef {import('../measure/compare.mjs').Contender} Contender */

const LIMIT = { http: 'empty node:http', store: 'the store alone' };
const RAW = 'raw node:http';
const RAW_PG = 'raw node:http and pg';
/** A call takes several times as long on PostgreSQL as on SQLite, so a round has fewer. */
const POSTGRES_SCALE = 0.5;

/** The product's calls on both databases, beside other servers and what limits all of them. @param {import('../run.mjs').Run} run */
export async function calls(run) {
  await bundle('tests/bench/measure/store-alone.ts', 'dist/bench-store-alone.mjs');
  const past = { bots: botsAt(run.scale), plan: /** @type {const} */ ('free'), reportsEach: REPORTS_EACH };
  const seed = join(run.folder, 'seed.db');
  seedSqlite(seed, past);
  const fresh = () => freshCopy(seed, join(run.folder, 'round.db'));
  const sqlite = await compared(run, past.bots, run.scale, () => `file:${fresh()}`, [
    { name: RAW, share: 1, start: () => ownOn('raw', fresh()) },
    { name: 'Fastify', share: 1 / 2, start: () => ownOn('fastify', fresh()) },
    { name: 'Fastify, group commit', share: 1, start: () => ownOn('fastify-group', fresh()) },
  ]);
  const server = await startPostgres();
  const seeded = await seedPostgres(server.url, past);
  try {
    const postgres = await compared(run, past.bots, run.scale * POSTGRES_SCALE, seeded.fresh, [
      { name: RAW_PG, share: 1, start: async () => ownOn('raw-pg', await seeded.fresh()) },
    ]);
    return [
      `L = 1 / (1/H + 1/S): H is an empty ${'`node:http`'} server that reads the same bytes and answers as many, S the store alone, called
in groups of as many calls as there are connections. A server that spends nothing beside these two reaches L; one whose groups are
committed while it reads the next requests can come above it. No ratio here is a goal. "Fastify"
commits each call by itself; "Fastify, group commit" those of a turn of the event loop together, as the product and raw do.`,
      'On SQLite:',
      sqlite,
      'On PostgreSQL, whose server shares the two cores with the product and the load generator:',
      postgres,
    ].join('\n\n');
  } finally {
    await seeded.close();
    await server.stop();
  }
}

/**
 * @param {import('../run.mjs').Run} run @param {number} bots @param {number} scale
 * @param {() => string | Promise<string>} fresh @param {readonly Contender[]} others
 */
async function compared({ driver, rounds }, bots, scale, fresh, others) {
  const all = cases(scale);
  const contenders = [
    ...[PRODUCT, AGAIN].map((name) => ({ name, share: 1, start: async () => productOn(await fresh()) })),
    { name: LIMIT.http, share: 1, start: () => ownOn('empty-http', '') },
    { name: LIMIT.store, share: 1, start: async () => storeOn(await fresh(), bots) },
    ...others,
  ];
  const figures = await compare(contenders, all, { rounds, bots, driver, scale });
  const names = others.map(({ name }) => name);
  return [
    limitTable(figures, LIMIT, [PRODUCT, ...names], all),
    ratioTable(figures, PRODUCT, [AGAIN, ...names], all),
    rateTable(figures, [PRODUCT, AGAIN, ...names], all),
    cpuTable(figures, [PRODUCT, AGAIN, LIMIT.http, ...names], all),
  ].join('\n\n');
}

/** The store of this build on a database, in this process. @param {string} databaseUrl @param {number} bots */
async function storeOn(databaseUrl, bots) {
  /** @type {typeof import('../measure/store-alone')} */
  const { openStore } = await import(pathToFileURL(join(ROOT, 'dist/bench-store-alone.mjs')).href);
  const store = await openStore(databaseUrl);
  return {
    /** @type {import('../measure/compare.mjs').StoreAlone['run']} */
    run: (kind, from, count, group) => {
      const numbers = Array.from({ length: Math.ceil(count / group) }, (_, i) => i * group);
      const callAt = (/** @type {number} */ at) => {
        const bot = botOfCall(from + at, bots);
        return { kind, botId: idOf(bot), keyHash: hashOf(keyOf(bot)) };
      };
      const groups = numbers.map((first) =>
        Array.from({ length: Math.min(group, count - first) }, (_, i) => callAt(first + i)),
      );
      return store.run(groups);
    },
    stop: store.close,
  };
}
