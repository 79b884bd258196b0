import { expect, it } from 'vitest';
import { changeSettings, readSettings } from '@/lib/services/bots/settings';
import { BOT_ID } from '@/tests/support/data/accounts';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted } from '@/tests/support/result';

const context = contextForEachTest();
const change = (name: string, silentAfterMs: number | null) =>
  changeSettings(context().ports, PRINCIPALS.owner, BOT_ID, { name, silentAfterMs });
const settings = async () => accepted(await readSettings(context().ports, PRINCIPALS.owner, BOT_ID));

it('an owner’s settings are stored and in the audit log; the same again is no change', async () => {
  const { name } = await settings();
  for (const silentAfterMs of [300_000, 300_000, null]) accepted(await change(' Renamed ', silentAfterMs));
  expect(await settings()).toMatchObject({ id: BOT_ID, name: 'Renamed', silentAfterMs: null });
  const entry = { actor: 'owner', action: 'bot.change', subject: BOT_ID };
  expect(await context().audit()).toEqual([
    { ...entry, before: { name, silentAfterMs: null }, after: { name: 'Renamed', silentAfterMs: 300_000 } },
    { ...entry, before: { silentAfterMs: 300_000 }, after: { silentAfterMs: null } },
  ]);
});

it('every wrong field is reported at once, and nothing is stored', async () => {
  const before = await settings();
  expect(await change(' ', 299_999)).toMatchObject({
    refusal: {
      code: 'invalid',
      errors: { name: expect.stringMatching(/1 to 80/), silentAfter: expect.stringMatching(/5 min/) },
    },
  });
  expect(await settings()).toEqual(before);
});
