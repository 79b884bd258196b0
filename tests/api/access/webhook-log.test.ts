import { beforeAll, expect, test } from 'vitest';
import { addWebhook } from '@/tests/support/data/fixtures';
import { type ClientContext, type ClientName, createClients } from '@/tests/support/site';
import { forFile, siteForFile } from '@/tests/support/test-site';

/** The delivery log of a webhook is a query of its bot's page, so the table of routes does not cover it. */

const HOST = 'theirs.example.org';
const site = siteForFile();
const mine = forFile(() => createClients(site));
const theirs = forFile(() => createClients(site));
beforeAll(() => addWebhook(site.ports, { id: 'webhook-of-theirs', botId: theirs.botId, host: HOST }));

/** Where one script of a page ends and the next goes on with the same text. */
const BETWEEN_PIECES = /"\]\)<\/script><script[^>]*>self\.__next_f\.push\(\[1,"/g;

async function log({ botId }: ClientContext, webhook: string, headers: Record<string, string>) {
  const response = await fetch(`${site.origin}/bots/${botId}/alerts?webhook=${webhook}`, { headers });
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  const text = (await response.text()).replaceAll(nonce, '').replaceAll(webhook, '');
  // The times of the reads differ, and React sends the parts of a page in the order in which they are ready.
  const timeless = text.replace(/\d{13}/g, '');
  const parts = timeless.replace(BETWEEN_PIECES, '').split('\\n');
  return { status: response.status, text: parts.sort().join('\n') };
}

test('a webhook’s log is shown on its own bot’s page, to the owner and admins', async () => {
  for (const headers of [theirs.headers.owner, mine.headers.admin]) {
    const { status, text } = await log(theirs, 'webhook-of-theirs', headers);
    expect([status, text.includes(HOST)]).toEqual([200, true]);
  }
});

test.each<[ClientName, ClientContext]>([
  ['owner', mine],
  ['admin', mine],
  ['owner', theirs],
  ['other owner', theirs],
])('to the %s, another bot’s webhook is like an unknown one', async (client, of) => {
  const shown = await log(of, 'webhook-of-theirs', mine.headers[client]);
  expect([shown.status, shown.text.includes(HOST)]).toEqual([404, false]);
  expect(shown).toEqual(await log(of, 'webhook-unknown', mine.headers[client]));
});
