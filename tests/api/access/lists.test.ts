import { expect, test } from 'vitest';
import { signedInBrowser } from '@/tests/support/browser-jar';
import { openServices } from '@/tests/support/process/open-services';
import { newBotId } from '@/tests/support/process/operator';
import { testDatabaseFile, testService } from '@/tests/support/process/test-resources';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';

const ADMIN = 'admin@example.org';

// On SQLite a worker thread reads them.
test('an admin’s lists show all rows', async () => {
  const databaseFile = testDatabaseFile();
  const services = await openServices(databaseFile);
  const id = newBotId();
  await makePerson(services, ADMIN, 'admin');
  await makeBot(services, { id, owner: ADMIN, name: 'FindMe' });
  await makeKey(services, id);
  await services.close();
  const { port } = await testService({ databaseFile });
  const browser = await signedInBrowser({ origin: `http://127.0.0.1:${port}` }, ADMIN);
  for (const [path, text] of [
    ['/admin/bots?q=find', 'FindMe'],
    ['/admin/keys?q=find', 'FindMe'],
    ['/admin/users?q=admin', ADMIN],
    ['/admin/audit?q=bot.create', 'FindMe'],
  ] as const) {
    const response = await browser.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text()).toContain(text);
  }
});
