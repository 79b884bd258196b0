import { expect, test } from 'vitest';
import { PERSON_CHANGES_MAX } from '@/lib/domain/people/throttle';
import { actionIds, actionRequest } from '@/tests/support/browser-jar';
import { createClients } from '@/tests/support/site';
import { rawDatabaseOf, siteForFile } from '@/tests/support/test-site';

/** Changes of one person are limited, over all server actions together; reads and page views are not. */

const site = siteForFile();
const rawDatabase = rawDatabaseOf(site);

const ZONE = 'lib/actions/account.ts#setTimeZoneAction';
const KEY = 'lib/actions/keys.ts#createKeyAction';

const send = async (
  action: string,
  page: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
) => {
  const response = await fetch(
    site.origin + page,
    actionRequest(action, fields, { origin: site.origin, ...headers }),
  );
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
};

test(`more than ${PERSON_CHANGES_MAX} a minute are refused with 429, of whatever kind, and store nothing`, async () => {
  const { headers, ownerId, botId } = await createClients(site);
  const auditRows = async () =>
    (await rawDatabase.rows('SELECT id FROM audit_log WHERE actor = ?', ownerId)).length;
  const all = await Promise.all(
    Array.from({ length: PERSON_CHANGES_MAX + 15 }, (_, i) =>
      i % 2 === 0
        ? send(ZONE, '/account', { zone: 'Europe/Berlin' }, headers.owner)
        : send(KEY, `/bots/${botId}/keys`, { botId, name: `key ${i}`, expires: 'never' }, headers.owner),
    ),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(PERSON_CHANGES_MAX);
  for (const { status, retryAfter, text } of all.filter(({ status }) => status !== 200)) {
    expect([status, Number(retryAfter) > 0 && Number(retryAfter) <= 60]).toEqual([429, true]);
    expect(text).toMatch(
      /Too many changes: one person may make 60 a minute\. Nothing was changed; try again in \d+ second/,
    );
  }
  const rows = await auditRows();
  // Every action of the build. From a page without its form Next forwards it, and passes on the text alone.
  for (const action of actionIds().keys()) {
    const { text } = await send(action, '/account', { botId, token: 'x' }, headers.owner);
    expect([action, text.includes('Too many changes')]).toEqual([action, true]);
  }
  expect(await auditRows()).toBe(rows);
  for (let i = 0; i < PERSON_CHANGES_MAX + 5; i++) {
    const read = await fetch(`${site.origin}/api/dashboard/bots`, { headers: headers.owner });
    expect(read.status).toBe(200);
  }
  expect((await fetch(`${site.origin}/account`, { headers: headers.owner })).status).toBe(200);
  expect((await send(ZONE, '/account', { zone: '' }, headers['other owner'])).status).toBe(200);
});
