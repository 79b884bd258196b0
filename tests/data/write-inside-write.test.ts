import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { OPERATOR } from '@/lib/domain/caller';
import { changeBot } from '@/lib/services/bots/change';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { type DatabaseContext, onEachDatabase } from '@/tests/support/data/each-database';
import { read, register } from '@/tests/support/data/fixtures';

const REFUSED = /outside of its own transaction/;

const ASKED: Record<string, (context: DatabaseContext) => Promise<unknown>> = {
  'another write': ({ directory }) => directory.write([], async () => {}),
  'a service that writes': ({ store, directory }) =>
    changeBot({ store, directory, passwords, secrets }, OPERATOR, BOT_ID, { name: 'Inner' }),
  'a read': ({ directory }) => directory.read(async () => {}),
  'a metered call': ({ store }) => read(store, { botId: BOT_ID }),
};

onEachDatabase('inside a write', (context) => {
  it.each(Object.entries(ASKED))('%s is refused at once, and the write goes on', async (_, ask) => {
    const { directory, db } = context();
    await register(directory);
    await directory.write([], async ({ bots }) => {
      await expect(ask(context())).rejects.toThrow(REFUSED);
      await Promise.resolve().then(() => expect(ask(context())).rejects.toThrow(REFUSED));
      await bots.update(BOT_ID, { name: 'Outer' }, T0);
    });
    expect(await db.rows('SELECT name FROM bots')).toEqual([{ name: 'Outer' }]);
    await ask(context());
  });

  it('a refusal that is not caught undoes the write', async () => {
    const { directory, db } = context();
    await register(directory);
    const write = directory.write([], async ({ bots }) => {
      await bots.update(BOT_ID, { name: 'Outer' }, T0);
      await directory.write([], async () => {});
    });
    await expect(write).rejects.toThrow(REFUSED);
    expect(await db.rows('SELECT name FROM bots')).toEqual([{ name: 'TestBot' }]);
  });

  it('what it has begun may write once it is over, and others may write beside it', async () => {
    const { directory } = context();
    let later = Promise.resolve();
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = directory.write([], async () => {
      later = over.then(() => directory.write([], async () => {}));
    });
    await Promise.all([first, directory.write([], async () => {}), directory.read(async () => {})]);
    end();
    await later;
  });
});
