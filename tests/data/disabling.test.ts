import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { REASON_LENGTH_MAX } from '@/lib/domain/people/names';
import { changeBot } from '@/lib/services/bots/change';
import { listOwnBots } from '@/lib/services/bots/list';
import { readBot } from '@/lib/services/bots/read';
import { BOT_ID } from '@/tests/support/data/accounts';
import { directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const QUERY = { text: '', state: null, sort: 'state', isDescending: false, page: 1 } as const;

onEachDatabase('disabling a bot', () => {
  it('shows its owner when and why, writes both down, and forgets the reason once it is enabled', async () => {
    await register(directory);
    const owner = signedIn(`owner-of-${BOT_ID}`, 'owner');
    const change = (over: Parameters<typeof changeBot>[3]) => changeBot(ports, OPERATOR, BOT_ID, over);
    const state = async () => (await accepted(await readBot(ports, owner, BOT_ID, '24h')).read()).state;
    accepted(await change({ isDisabled: true, disabledReason: '  It sent spam ' }));
    const nowMs = await directory.read(async (_, nowMs) => nowMs);
    const disabled = { name: 'disabled', atMs: expect.any(Number), reason: 'It sent spam' };
    expect(await state()).toEqual(disabled);
    expect(Math.abs(nowMs - ((await state()) as { atMs: number }).atMs)).toBeLessThan(60_000);
    const list = await accepted(await listOwnBots(ports, owner, QUERY)).read();
    expect(list.bots[0]?.state).toEqual(disabled);

    const first = (await state()) as { atMs: number };
    accepted(await change({ disabledReason: 'It sent spam twice' }));
    expect(await state()).toEqual({ ...first, reason: 'It sent spam twice' });
    accepted(await change({ isDisabled: false }));
    expect((await state()).name).not.toBe('disabled');
    accepted(await change({ isDisabled: true }));
    expect(await state()).toMatchObject({ name: 'disabled', reason: null });

    const entries = await directory.read(({ audit }) => audit.listOfSubject(BOT_ID, 0, 9));
    expect(entries.map(({ after }) => after)).toEqual([
      { isDisabled: true },
      { isDisabled: false, disabledReason: null },
      { disabledReason: 'It sent spam twice' },
      { isDisabled: true, disabledReason: 'It sent spam' },
    ]);
  });

  it.each([
    ['two lines', 'a\nb'],
    ['an invisible character', 'a\u200bb'],
    ['one character too many', 'x'.repeat(REASON_LENGTH_MAX + 1)],
  ])('refuses a reason with %s, and changes nothing', async (_, disabledReason) => {
    await register(directory);
    expect(await changeBot(ports, OPERATOR, BOT_ID, { isDisabled: true, disabledReason })).toMatchObject({
      ok: false,
      refusal: { field: 'reason' },
    });
    expect(await directory.read(({ bots }) => bots.findById(BOT_ID))).toMatchObject({ isDisabled: false });
    const longest = 'x'.repeat(REASON_LENGTH_MAX);
    accepted(await changeBot(ports, OPERATOR, BOT_ID, { isDisabled: true, disabledReason: longest }));
  });
});
