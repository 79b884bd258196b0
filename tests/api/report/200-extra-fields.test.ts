import { beforeAll, expect, inject, it } from 'vitest';
import { columnsOf, namesOf } from '../../support/columns';
import { openHand } from '../../support/process/hand';
import { onEveryServer, report } from '../../support/process/site';

const OWN = ['botId', 'serverCount', 'userCount', 'shardCount'];
const VALUES = [0, 1, 'business', null, true, 9_999_999_999_999, 'admin', []];

onEveryServer((site) => {
  let names: string[];
  beforeAll(async () => {
    const server = inject('servers').find(({ port }) => port === site.port);
    const hand = openHand(server?.databaseUrl ?? '');
    names = namesOf(await columnsOf(hand, site.database === 'PostgreSQL'));
    await hand.close();
  });

  it('takes no column of the database from a report', async () => {
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
