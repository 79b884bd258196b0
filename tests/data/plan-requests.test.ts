import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { REASON_LENGTH_MAX } from '@/lib/domain/people/names';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { forecastOf } from '@/lib/domain/quota/plan-request';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { askForPlan, declinePlan, grantPlan, readPlanState } from '@/lib/services/bots/plan-request';
import { readOverview } from '@/lib/services/overview/overview';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople, insertSession, read, signedIn } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

const OWNER = signedIn(`owner-of-${BOT_ID}`, 'owner');
const NEIGHBOUR = signedIn('neighbour', 'owner');
const [ADMIN, SECOND] = [signedIn('admin', 'admin'), signedIn('second', 'admin')];

onEachDatabase('asking for a larger plan', () => {
  beforeEach(async () => {
    await addBotsAndPeople(directory);
    await insertSession(directory, OWNER);
    await db.setClock(T0 + HOUR_MS);
  });
  const ask = (plan: Parameters<typeof askForPlan>[3] = 'premium', who = OWNER) =>
    askForPlan(ports, who, BOT_ID, plan);
  const stateOf = async (who = OWNER) => accepted(await readPlanState(ports, who, BOT_ID));
  const requests = async () => accepted(await readOverview(ports, ADMIN)).requests;
  const change = (to: Parameters<typeof changeBot>[3]) => changeBot(ports, OPERATOR, BOT_ID, to);
  const entries = () => directory.read(({ audit }) => audit.listOfSubject(BOT_ID, 0, 9));

  it('keeps the numbers of the forecast at that time, whatever is used later', async () => {
    for (let call = 0; call < 40; call++) await read(ports.store, { botId: BOT_ID });
    await db.setClock(T0 + 2 * DAY_MS);
    // 20 calls a day, and as many are left.
    await db.run(`UPDATE bots SET cycle_used = 1480 WHERE id = '${BOT_ID}'`);
    const request = accepted(await ask());
    expect(request).toMatchObject({ plan: 'premium', formerPlan: 'free', used: 1480, status: 'open' });
    expect(request.pace).toEqual({ calls: 40, spanMs: 2 * DAY_MS });
    expect(forecastOf(request)).toEqual({
      kind: 'runs-out',
      resetAtMs: T0 + 30 * DAY_MS,
      atMs: Math.floor((T0 + 3 * DAY_MS) / HOUR_MS) * HOUR_MS,
    });
    await db.run('UPDATE bots SET cycle_used = 1500');
    await db.setClock(T0 + 9 * DAY_MS);
    expect((await stateOf()).request).toEqual(request);
    expect(await requests()).toMatchObject({
      count: 1,
      listed: [{ request, bot: { id: BOT_ID }, owner: { id: OWNER.userId } }],
    });
  });

  it('is possible once at a time, for a larger plan and an enabled bot, by its owner alone', async () => {
    expect(verdictOf(await ask('premium', NEIGHBOUR))).toBe('not_found');
    expect(verdictOf(await ask('premium', ADMIN))).toBe('forbidden');
    for (const plan of ['free', null] as const) {
      expect(await ask(plan)).toMatchObject({ ok: false, refusal: { code: 'invalid', field: 'plan' } });
    }
    accepted(await change({ isDisabled: true }));
    expect(verdictOf(await ask())).toBe('conflict');
    expect((await stateOf()).larger).toEqual([]);
    accepted(await change({ isDisabled: false }));
    expect((await stateOf()).larger).toEqual(['premium', 'business']);
    accepted(await ask('business'));
    expect(await stateOf()).toMatchObject({ larger: [], request: { plan: 'business' }, isOwner: true });
    expect(verdictOf(await ask())).toBe('conflict');
    expect((await requests()).listed).toMatchObject([{ request: { plan: 'business' } }]);
  });

  it('of two instances at once makes one request', async () => {
    const other = await connectAgain();
    const asked = await Promise.all([ask(), askForPlan(other, OWNER, BOT_ID, 'business')]);
    expect(asked.map(verdictOf).toSorted()).toEqual(['conflict', 'ok']);
    expect((await requests()).count).toBe(1);
  });

  it('is granted by the change of plan that admins make, which its owner is notified about', async () => {
    const request = accepted(await ask());
    accepted(await grantPlan(ports, ADMIN, request));
    expect(await stateOf()).toMatchObject({
      plan: 'premium',
      request: { status: 'granted', answeredAtMs: T0 + HOUR_MS },
      larger: ['business'],
    });
    expect((await requests()).count).toBe(0);
    expect(await entries()).toMatchObject([
      { action: 'bot.change', actor: 'admin', before: { plan: 'free' }, after: { plan: 'premium' } },
      { action: 'bot.ask-plan', actor: OWNER.userId, after: { plan: 'premium', used: 0 } },
    ]);
    const events = await directory.read((tables) => tables.events.listOfBot(BOT_ID, 0, 9));
    expect(events.map(({ type }) => type)).toEqual(['bot.plan_changed']);
  });

  it('is declined with a sentence that its owner reads, and may be asked again', async () => {
    const request = accepted(await ask());
    const decline = (sentence: string) => declinePlan(ports, ADMIN, request, sentence);
    for (const wrong of ['', '  ', 'a\nb', 'a\u200bb', 'x'.repeat(REASON_LENGTH_MAX + 1)]) {
      expect(await decline(wrong)).toMatchObject({
        ok: false,
        refusal: { code: 'invalid', field: 'answer' },
      });
    }
    expect((await requests()).count).toBe(1);
    accepted(await decline(' Let it call less often '));
    expect(await stateOf()).toMatchObject({
      plan: 'free',
      request: { status: 'declined', answer: 'Let it call less often' },
      larger: ['premium', 'business'],
    });
    expect((await entries())[0]).toMatchObject({
      action: 'bot.decline-plan',
      actor: 'admin',
      after: { plan: 'premium', answer: 'Let it call less often' },
    });
    await db.setClock(T0 + 2 * HOUR_MS);
    accepted(await ask('business'));
    expect((await stateOf()).request).toMatchObject({ plan: 'business', status: 'open', answer: '' });
    // The page of an admin may still show the first one.
    for (const late of [await grantPlan(ports, ADMIN, request), await decline('No')]) {
      expect(verdictOf(late)).toBe('not_found');
    }
    expect((await requests()).listed).toMatchObject([{ request: { plan: 'business' } }]);
  });

  it('gets exactly one answer from two admins at once', async () => {
    const other = await connectAgain();
    const request = accepted(await ask());
    const answers = await Promise.all([
      grantPlan(ports, ADMIN, request),
      declinePlan(other, SECOND, request, 'Not now'),
      grantPlan(other, SECOND, request),
    ]);
    expect(answers.map(verdictOf).toSorted()).toEqual(['not_found', 'not_found', 'ok']);
    const isGranted = !answers[1]?.ok;
    expect(await stateOf()).toMatchObject({
      plan: isGranted ? 'premium' : 'free',
      request: { status: isGranted ? 'granted' : 'declined' },
    });
    expect(await entries()).toHaveLength(2);
  });

  it.each([
    ['premium', 'granted'],
    ['business', 'closed'],
  ] as const)('ends when an admin gives the bot %s without answering it: %s', async (plan, status) => {
    accepted(await ask('premium'));
    accepted(await change({ name: 'Renamed' }));
    expect((await stateOf()).request?.status).toBe('open');
    accepted(await change({ plan }));
    expect((await stateOf()).request).toMatchObject({ plan: 'premium', status, answeredAtMs: T0 + HOUR_MS });
    expect((await requests()).count).toBe(0);
  });

  it('has no answer any more once the bot has another plan than it was about', async () => {
    accepted(await declinePlan(ports, ADMIN, accepted(await ask('premium')), 'Not now'));
    accepted(await change({ plan: 'premium' }));
    expect((await stateOf()).request).toBeNull();
  });

  it('is dropped with a change of owner and with the bot, whether it is open or answered', async () => {
    const request = accepted(await ask());
    accepted(await declinePlan(ports, ADMIN, request, 'For the former owner alone'));
    accepted(await change({ owner: { userId: 'neighbour' }, revokesKeys: false }));
    expect((await stateOf(NEIGHBOUR)).request).toBeNull();
    accepted(await ask('premium', NEIGHBOUR));
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    expect(await db.rows('SELECT * FROM plan_requests')).toEqual([]);
    expect(await requests()).toEqual({ count: 0, listed: [] });
  });

  it('lists the oldest requests first, a bounded number, and counts all', async () => {
    const at = (index: number) => ({
      botId: `${OTHER_BOT_ID.slice(0, -2)}${30 + index}`,
      askedAtMs: T0 - index,
    });
    await directory.write([], async ({ planRequests, bots }) => {
      const other = await bots.findById(OTHER_BOT_ID);
      const rest = { formerPlan: 'free', plan: 'business', used: 1, resetAtMs: T0 } as const;
      const open = { pace: null, runsOutAtMs: null, status: 'open', answeredAtMs: null, answer: '' } as const;
      for (let index = 0; index < 21; index++) {
        if (other !== null) await bots.insert({ ...other, id: at(index).botId });
        await planRequests.put({ ...at(index), ...rest, ...open });
      }
    });
    const { count, listed } = await requests();
    expect(count).toBe(21);
    expect(listed.map(({ bot }) => bot.id)).toEqual(Array.from({ length: 20 }, (_, i) => at(20 - i).botId));
  });
});
