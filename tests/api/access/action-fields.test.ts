import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { columnsOf, namesOf } from '@/tests/support/process/raw-database';
import type { ClientName } from '@/tests/support/site';
import { rawDatabaseOf } from '@/tests/support/test-site';
import { ACTIONS, type Action, isDone, newContext, send, site, startSiteOfActions } from './actions';

startSiteOfActions();

describe('who is allowed does it, and form fields that are named like database columns change nothing', () => {
  const rawDatabase = rawDatabaseOf(site);
  let columns: Awaited<ReturnType<typeof columnsOf>>;
  beforeAll(async () => {
    columns = await columnsOf(rawDatabase, !site.databaseUrl.startsWith('file:'));
  });
  /** Jobs write them at any moment, denials up to a second later. */
  const OF_JOBS = [
    'serving_times',
    'service_facts',
    'access_log',
    'mails',
    'deliveries',
    'webhook_endpoints',
    'removals',
  ];
  const EXTREMES = ['1', 'admin', 'business', '0', '9999999999999', 'null', ''];

  /** All rows of all tables, without values that differ between contexts. */
  async function rows(): Promise<string[]> {
    const all = [...columns.keys()]
      .filter((table) => !OF_JOBS.includes(table))
      .map(async (table) => {
        const found = await rawDatabase.rows<{ issuer?: string; user_id?: string }>(`SELECT * FROM ${table}`);
        // Links that people ask for themselves are issued by a job.
        const others = found.filter(({ issuer, user_id }) => issuer === undefined || issuer !== user_id);
        // A job routes events at any moment.
        return others.map((row) => `${table} ${JSON.stringify({ ...row, routed_at_ms: undefined })}`);
      });
    // All clients here have one network, whose row the first sign-in adds.
    return (await Promise.all(all)).flat().filter((row) => !row.includes('"subject":"address:'));
  }

  /** The rows that an action added or changed. */
  async function effectOf(name: string, action: Action, actor: ClientName, more: Record<string, string>) {
    const context = await newContext([actor]);
    expect(await isDone(action, context)).toBe(false);
    const before = new Set(await rows());
    await send(name, action, context, { ...context.headers[actor], origin: site.origin }, more);
    expect(await isDone(action, context)).toBe(true);
    return (await rows())
      .filter((row) => !before.has(row))
      .map((row) =>
        row
          .replaceAll(context.newBotId, '<new bot>')
          .replaceAll(context.askedBotId, '<asked bot>')
          .replaceAll(context.sharedBotId, '<shared bot>')
          .replaceAll(context.botId, '<bot>')
          .replace(/(new|invited)?\d{19}@/g, '<person>@')
          .replace(/\b(owner|other|admin|disabled|gone|botless|invited)\d+\b/g, '$1')
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
          .replace(/\baccount:[0-9a-f]{64}/g, '<account>')
          .replace(/"reset(-network)?:[^"]*","attempts":\d+/g, '<asked>')
          .replace(/"\w*hash":"[^"]*"|\\?"last4\\?":\\?"\w*\\?"|"day_counts":"[^"]*"/g, '<secret>')
          .replace(/"v1\.[\w-]+"/g, '<sealed>')
          // Of a user and their bot, which are others in each run.
          .replace(/"[\da-f]{64}"/g, '<hash>')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
          .replace(/\b1[5-9]\d{11}\b/g, '<time>')
          .replace(/"id":\d+/g, '<number>'),
      )
      .sort();
  }

  /** The names in an action's file: what it reads of a form is among them, and may have an effect. */
  const readBy = (name: string) => new Set(readFileSync(name.split('#')[0] ?? '', 'utf8').match(/\w+/g));

  const done = Object.entries(ACTIONS).flatMap(([name, action]) =>
    action.allowed.map((actor) => [name, actor, action] as const),
  );
  test.each(done)('%s by %s', async (name, actor, action) => {
    // What an action reads of a form does not depend on who sends it.
    if (actor !== action.allowed[0]) return void (await effectOf(name, action, actor, {}));
    const own = readBy(name);
    const more = Object.fromEntries(
      namesOf(columns)
        .filter((column) => !own.has(column))
        .map((column) => [column, EXTREMES[column.length % EXTREMES.length] ?? '1']),
    );
    expect(Object.keys(more).length).toBeGreaterThan(30);
    expect(await effectOf(name, action, actor, more)).toEqual(await effectOf(name, action, actor, {}));
  });
});
