import { expect, it } from 'vitest';
import { TABLES } from '@/lib/data/table-list';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { FIRST_ADMIN_LOCK } from '@/lib/services/write';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { read, register } from '@/tests/support/data/fixtures';

onEachDatabase('a write of the directory', () => {
  it('stores everything or, if it rejects, nothing', async () => {
    await register(directory);
    const defect = new TypeError('changed my mind');
    const write = directory.write([], async ({ bots, audit }, nowMs) => {
      await bots.update(BOT_ID, { name: 'Changed' }, nowMs);
      await audit.append({ actor: 'operator', action: 'bot.change', subject: BOT_ID }, nowMs);
      throw defect;
    });
    // It says nothing of the database.
    await expect(write).rejects.toBe(defect);
    expect(await db.rows('SELECT name FROM bots')).toEqual([{ name: 'TestBot' }]);
    expect(await db.rows('SELECT action FROM audit_log')).toEqual([]);
  });

  it('excludes other writes with the same lock, so that what it checked still holds when it writes', async () => {
    const second = await connectAgain();
    const createIfFirst = (on: typeof directory, id: string) =>
      on.write([FIRST_ADMIN_LOCK], async ({ users }) => {
        if ((await users.count()) > 0) return false;
        await new Promise<void>((resolve) => setImmediate(resolve));
        const person = { id, email: `${id}@example.org`, name: id, role: 'admin' as const };
        await users.insert({ ...person, isDisabled: false, createdAtMs: T0 }, null);
        return true;
      });
    const created = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id, i) => createIfFirst(i % 2 ? second.directory : directory, id)),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await db.rows('SELECT id FROM users')).toHaveLength(1);
  });

  it('that fails does not stop the calls and writes after it', async () => {
    const { keyHash } = await register(directory);
    const outcomes = await Promise.allSettled([
      directory.write([], () => Promise.reject(new Error('no'))),
      read(store, { keyHash }),
      directory.write([], async ({ bots }, nowMs) => bots.update(BOT_ID, { name: 'Later' }, nowMs)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect((await store.find({ keyHash }))?.account).toMatchObject({ name: 'Later', cycle: { used: 1 } });
  });

  it('cannot delete a person who owns a bot, even without the check of the service', async () => {
    await register(directory);
    await expect(directory.write([], ({ users }) => users.delete(`owner-of-${BOT_ID}`))).rejects.toThrow();
    expect(await db.rows('SELECT id FROM users')).toHaveLength(1);
  });
});

const REFUSED = /outside of its own transaction/;

onEachDatabase('inside a write', () => {
  const CALLS: Record<string, () => Promise<unknown>> = {
    'another write': () => directory.write([], async () => {}),
    'a service that writes': () => changeBot(ports, OPERATOR, BOT_ID, { name: 'Inner' }),
    'a read': () => directory.read(async () => {}),
    'a metered call': () => read(store, { botId: BOT_ID }),
  };

  it.each(Object.entries(CALLS))('%s is refused at once, and the write continues', async (_, call) => {
    await register(directory);
    await directory.write([], async ({ bots }) => {
      await expect(call()).rejects.toThrow(REFUSED);
      await Promise.resolve().then(() => expect(call()).rejects.toThrow(REFUSED));
      await bots.update(BOT_ID, { name: 'Outer' }, T0);
    });
    expect(await db.rows('SELECT name FROM bots')).toEqual([{ name: 'Outer' }]);
    await call();
  });

  it('a refusal that is not caught rolls the write back', async () => {
    await register(directory);
    const write = directory.write([], async ({ bots }) => {
      await bots.update(BOT_ID, { name: 'Outer' }, T0);
      await directory.write([], async () => {});
    });
    await expect(write).rejects.toThrow(REFUSED);
    expect(await db.rows('SELECT name FROM bots')).toEqual([{ name: 'TestBot' }]);
  });

  it('a promise that it started may write after its end, and other writes may run beside it', async () => {
    let later = Promise.resolve();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = directory.write([], async () => {
      later = ended.then(() => directory.write([], async () => {}));
    });
    await Promise.all([first, directory.write([], async () => {}), directory.read(async () => {})]);
    end();
    await later;
  });
});

onEachDatabase('the audit log', () => {
  const ENTRY = { actor: 'operator', action: 'bot.change', subject: BOT_ID, before: { a: 1 } } as const;
  const append = (i: number) =>
    directory.write([], ({ audit }, nowMs) => audit.append({ ...ENTRY, after: { i } }, nowMs));

  it.each([
    'UPDATE audit_log SET actor = actor',
    "UPDATE audit_log SET after_json = '{}' WHERE actor = 'operator'",
    'DELETE FROM audit_log',
    "DELETE FROM audit_log WHERE actor = 'operator'",
  ])('is append-only in the database itself: %s fails', async (sql) => {
    await append(2);
    await expect(db.run(sql)).rejects.toThrow(/append-only/);
    expect(await db.rows('SELECT actor, after_json FROM audit_log')).toEqual([
      { actor: 'operator', after_json: '{"i":2}' },
    ]);
  });
});

onEachDatabase('the list of tables', () => {
  it('has every table of the schema with data, so that backups and copies take all data', async () => {
    const names = await db
      .rows(
        `SELECT table_name AS name FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
      )
      .catch(() =>
        db.rows(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`),
      );
    // The versions of the schema, the probes and the start of folding are not data.
    const withoutData = ['schema_migrations', 'probes', 'folding'];
    const data = names.map(({ name }) => name).filter((name) => !withoutData.includes(String(name)));
    expect(TABLES.map(({ name }) => name).sort()).toEqual(data.sort());
  });
});
