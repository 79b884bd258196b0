import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { PERSON_CHANGES_MAX, PERSON_CHANGES_WINDOW_MS } from '@/lib/domain/people/throttle';
import { countChange } from '@/lib/services/users/count-change';
import { T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { signedIn } from '@/tests/support/data/fixtures';

const WHO = signedIn('u_1', 'owner');

onEachDatabase('changes of a person', () => {
  beforeEach(() => db.setClock(T0));

  it(`are counted exactly up to ${PERSON_CHANGES_MAX} a minute, over instances and sessions`, async () => {
    const second = await connectAgain();
    const other = { ...WHO, sessionHash: 'another session' };
    const first = 40;
    for (let i = 0; i < first; i++) expect((await countChange(ports, WHO)).ok).toBe(true);
    // As many at once as get their turn at one row within the limit of a statement on a busy machine.
    const tries = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0 ? countChange(ports, WHO) : countChange(second, other),
    );
    const results = await Promise.all(tries);
    expect(results.filter(({ ok }) => ok)).toHaveLength(PERSON_CHANGES_MAX - first);
    expect(await countChange(second, WHO)).toEqual({
      ok: false,
      refusal: {
        code: 'too_many',
        message:
          'Too many changes: one person may make 60 a minute. Nothing was changed; try again in 60 seconds.',
        retryAfterMs: PERSON_CHANGES_WINDOW_MS,
      },
    });
    await second.close();
  });

  it('are free again after the minute, whatever was refused in it; others are not affected', async () => {
    for (let i = 0; i < PERSON_CHANGES_MAX; i++) await countChange(ports, WHO);
    await db.setClock(T0 + PERSON_CHANGES_WINDOW_MS - 1);
    expect(await countChange(ports, WHO)).toMatchObject({ refusal: { retryAfterMs: 1 } });
    for (const who of [signedIn('u_2', 'admin'), OPERATOR, { kind: 'anonymous' } as const]) {
      expect((await countChange(ports, who)).ok).toBe(true);
    }
    await db.setClock(T0 + PERSON_CHANGES_WINDOW_MS);
    expect((await countChange(ports, WHO)).ok).toBe(true);
  });
});
