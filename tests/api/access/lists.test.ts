import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openContainer } from '@/lib/container';
import { OPERATOR } from '@/lib/domain/caller';
import { parseEnv } from '@/lib/env';
import { createBot } from '@/lib/services/bots/create';
import { createKey } from '@/lib/services/keys/create';
import { createUser } from '@/lib/services/users/create';
import { BrowserJar } from '@/tests/support/browser-jar';
import { settingsFor } from '@/tests/support/process/database-url';
import { newBotId } from '@/tests/support/process/operator';
import { SERVERS } from '@/tests/support/process/service';
import { testFolder, testService } from '@/tests/support/process/test-resources';
import { accepted } from '@/tests/support/result';

const ADMIN = { email: 'admin@example.org', password: 'a long enough passphrase' };

/** Creates a database with an admin, and a bot with a key. */
async function makeDatabase(databaseFile: string): Promise<void> {
  const env = parseEnv({ ...settingsFor(databaseFile), LOG_LEVEL: 'silent' });
  if (!env.ok) throw new Error(env.faults.join('\n'));
  const { ports, close } = await openContainer(env.env);
  accepted(await createUser(ports, OPERATOR, { ...ADMIN, role: 'admin' }));
  const bot = { id: newBotId(), name: 'FindMe', owner: { email: ADMIN.email }, plan: 'free' as const };
  accepted(await createBot(ports, OPERATOR, bot));
  accepted(await createKey(ports, OPERATOR, { botId: bot.id, name: 'default', expiresAtMs: null }));
  await close();
}

// On SQLite a worker thread reads them; each kind of build must find its program.
test.each(SERVERS)('an admin’s lists show all rows, under %s', { timeout: 60_000 }, async (server) => {
  const databaseFile = join(testFolder(), 'botmeter.db');
  await makeDatabase(databaseFile);
  const { port } = await testService({ server, databaseFile });
  const browser = new BrowserJar(`http://127.0.0.1:${port}`);
  await browser.signIn(ADMIN.email, ADMIN.password);
  for (const [path, text] of [
    ['/admin/bots?q=find', 'FindMe'],
    ['/admin/keys?q=find', 'FindMe'],
    ['/admin/users?q=admin', ADMIN.email],
    ['/admin/audit?q=bot.create', 'FindMe'],
  ] as const) {
    const response = await browser.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text()).toContain(text);
  }
});
