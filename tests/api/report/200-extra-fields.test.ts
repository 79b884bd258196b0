import { beforeAll, expect, inject, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { openRawDatabase } from '../../support/process/raw-database';
import { report } from '../../support/process/requests';
import { columnsOf, namesOf } from '../../support/schema-columns';

const OWN = ['botId', 'serverCount', 'userCount', 'shardCount'];
const VALUES = [0, 1, 'business', null, true, 9_999_999_999_999, 'admin', []];

onEveryServer((site) => {
  let names: string[];
  beforeAll(async () => {
    const server = inject('servers').find(({ port }) => port === site.port);
    const rawDatabase = openRawDatabase(server?.databaseUrl ?? '');
    names = namesOf(await columnsOf(rawDatabase, site.database === 'PostgreSQL'));
    await rawDatabase.close();
  });

  it('ignores fields of a report that are named like database columns', async () => {
    const [plain, extra] = [await site.operator.bot(), await site.operator.bot()];
    const fields = names.filter((name) => !OWN.includes(name));
    expect(fields.length).toBeGreaterThan(30);
    const more = Object.fromEntries(fields.map((name, i) => [name, VALUES[i % VALUES.length]]));
    expect((await site.report(plain)).status).toBe(200);
    expect((await site.report(extra, { json: report(extra, more) })).status).toBe(200);
    const kept = async (id: string) => {
      const row = (await site.operator.rows(id)) as Record<string, unknown>;
      return { ...row, id: '', registered_at_ms: 0, last_report_at_ms: 0 };
    };
    expect(await kept(extra.id)).toEqual(await kept(plain.id));
    const query = fields.map((name) => `${name}=business`).join('&');
    expect((await site.usage(extra, { path: `/api/v1/usage?${query}` })).status).toBe(200);
    expect((await site.operator.state(extra.id)).used).toBe(2);
  });
});
