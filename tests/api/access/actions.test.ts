import { expect, onTestFinished, test } from 'vitest';
import { actionIds, actionRequest, PASSWORD } from '@/tests/support/browser-jar';
import { CLIENTS, type Site } from '@/tests/support/site';
import { newSite } from '@/tests/support/test-site';
import {
  ACTIONS,
  isDone,
  newContext,
  SETUP_TOKEN,
  send,
  site,
  startSiteOfActions,
  storeSetupToken,
} from './actions';

/** Who may run which server action, checked in the database. An action without a row fails the last test. */

startSiteOfActions();

test.each(Object.entries(ACTIONS))(
  '%s is done for who is allowed, and not for anybody else, from another site, from null, or without Origin',
  async (name, action) => {
    const context = await newContext(CLIENTS);
    for (const actor of CLIENTS) {
      const origins = action.allowed.includes(actor) ? foreignOrigins(site) : [{ origin: site.origin }];
      for (const from of origins) await send(name, action, context, { ...context.headers[actor], ...from });
      expect([actor, await isDone(action, context)]).toEqual([actor, false]);
    }
    for (const allowed of action.allowed.slice(0, 1)) {
      await send(name, action, context, { ...context.headers[allowed], origin: site.origin });
      expect([allowed, await isDone(action, context)]).toEqual([allowed, true]);
    }
  },
);

const foreignOrigins = ({ origin }: Site): Record<string, string>[] => [
  ...['https://evil.example', 'null', `${origin}.evil.example`].map((foreign) => ({ origin: foreign })),
  {},
];

test('lib/actions/setup.ts#setUp creates the first admin for a client with the link, once', async () => {
  const empty = await newSite();
  onTestFinished(() => empty.stop());
  await storeSetupToken(empty);
  /** Returns the number of users afterwards. */
  const setUp = async (token: string, headers: Record<string, string>): Promise<number> => {
    const fields = { token, email: 'first@example.org', password: PASSWORD };
    const request = actionRequest('lib/actions/setup.ts#setUp', fields, headers);
    const response = await fetch(`${empty.origin}/setup`, request);
    await response.arrayBuffer();
    expect(response.status).toBeLessThan(500);
    return empty.ports.directory.read(({ users }) => users.count());
  };
  const own = { origin: empty.origin };
  for (const foreign of foreignOrigins(empty)) expect(await setUp(SETUP_TOKEN, foreign)).toBe(0);
  for (const invalid of ['guessed', '']) expect(await setUp(invalid, own)).toBe(0);
  for (let i = 0; i < 2; i++) expect(await setUp(SETUP_TOKEN, own)).toBe(1);
  const first = await empty.ports.directory.read(({ users }) => users.findByEmail('first@example.org'));
  expect(first).toMatchObject({ role: 'admin', isDisabled: false });
});

test('every server action of the build has its row', () => {
  expect(new Set(actionIds().keys())).toEqual(new Set(Object.keys(ACTIONS)));
});
