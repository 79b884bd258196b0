import { expect, it } from 'vitest';
import { NOTICES_MAX } from '@/lib/domain/alerts/notification';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { pruneAccessLog } from '@/lib/services/prune';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

const EVENT = { kind: 'deny', subject: 'someone', detail: 'bot.create', address: '' } as const;
const ALL = { text: '', sort: 'time', isDescending: true, page: 1 };
const HOUR = T0 - (T0 % HOUR_MS);
const OWNER = `owner-of-${BOT_ID}`;

onEachDatabase('the access log', () => {
  const record = (event: object, atMs: number) =>
    directory.write([], ({ access }) => access.record({ ...EVENT, ...event }, atMs));
  const found = (query = {}) => directory.read(({ access }) => access.search({ ...ALL, ...query }));

  it('has one row per hour, kind and subject, with the count and the last event', async () => {
    for (let i = 0; i < 500; i++) await record({ address: `192.0.2.${i % 256}`, detail: `d${i}` }, T0 + i);
    await record({ kind: 'sign-in' }, T0 + 1_000);
    await record({ subject: 'other' }, T0 + 2_000);
    await record({}, HOUR + HOUR_MS - 1);
    await record({}, HOUR + HOUR_MS);
    const { rows, total } = await found();
    expect(total).toBe(4);
    expect(rows.map(({ hourMs, kind, subject, count }) => [hourMs, kind, subject, count])).toEqual([
      [HOUR + HOUR_MS, 'deny', 'someone', 1],
      [HOUR, 'deny', 'someone', 501],
      [HOUR, 'deny', 'other', 1],
      [HOUR, 'sign-in', 'someone', 1],
    ]);
    expect(rows[1]).toMatchObject({ lastAtMs: HOUR + HOUR_MS - 1, detail: 'bot.create', address: '' });
  });

  it('counts each of many simultaneous events', async () => {
    await Promise.all(Array.from({ length: 50 }, () => record({}, T0)));
    expect((await found()).rows).toMatchObject([{ count: 50 }]);
  });

  it('can be searched by person, kind and address, and is paginated without gaps or duplicates', async () => {
    await register(directory);
    await record({ subject: OWNER, address: '2001:db8::9' }, T0);
    for (let i = 0; i < PAGE_SIZE + 3; i++) await record({ kind: 'sign-in', subject: `s${i}` }, T0);
    for (const text of ['@example.org', 'DENY', '2001:db8']) {
      expect((await found({ text })).rows).toMatchObject([{ subjectEmail: `${OWNER}@example.org` }]);
    }
    const pages = [await found({ text: 'sign-in' }), await found({ text: 'sign-in', page: 2 })];
    expect(pages.map(({ total }) => total)).toEqual([PAGE_SIZE + 3, PAGE_SIZE + 3]);
    const subjects = pages.flatMap(({ rows }) => rows.map(({ subject }) => subject));
    expect(new Set(subjects).size).toBe(PAGE_SIZE + 3);
  });

  it('keeps an hour until its end is the given number of days ago', async () => {
    await record({}, T0);
    await record({}, T0 + HOUR_MS);
    const left = [];
    const endMs = HOUR + HOUR_MS + 3 * DAY_MS;
    for (const nowMs of [endMs - 1, endMs, endMs + 1, endMs + HOUR_MS]) {
      await db.setClock(nowMs);
      await pruneAccessLog(3)(ports);
      left.push((await found()).total);
    }
    expect(left).toEqual([2, 1, 1, 0]);
  });
});

onEachDatabase('notices', () => {
  it('are limited to the newest of a person, and only that person can delete them', async () => {
    await register(directory);
    await register(directory, { id: '9'.repeat(18), ownerId: 'other' });
    const ids = Array.from({ length: NOTICES_MAX + 5 }, (_, i) => `n${String(i).padStart(2, '0')}`);
    const notice = { kind: 'identity.connect', actor: OWNER, detail: 'discord 1' } as const;
    await directory.write([], async ({ notices }) => {
      for (const [i, id] of ids.entries()) await notices.insert({ ...notice, id, atMs: T0 + i }, OWNER);
      await notices.insert({ ...notice, id: 'theirs', atMs: T0 }, 'other');
      await notices.delete('other', ['n10', 'n11']);
      await notices.delete(OWNER, ['theirs', 'n12']);
    });
    const of = (userId: string) =>
      directory.read(async ({ notices }) => (await notices.listOfUser(userId)).map(({ id }) => id));
    const newest = ids.slice(-NOTICES_MAX).reverse();
    expect(await of(OWNER)).toEqual(newest.filter((id) => id !== 'n12'));
    expect(await of('other')).toEqual(['theirs']);
  });
});
