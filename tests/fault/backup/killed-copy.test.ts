import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { botmeter, killRuns, runsWell } from '../../support/fault/commands';
import { addReports, type Content, contentOf, seedDatabase } from '../../support/fault/database-contents';
import { suiteFolder } from '../../support/fault/serve';
import {
  createDatabase,
  databaseUrlOf,
  queryPostgres,
  settingsFor,
} from '../../support/process/database-url';

const KILLS = size(2, 100);

const folder = suiteFolder();
const source = join(folder, 'source.db');
const backup = join(folder, 'source.backup');
let content: Content;
beforeAll(async () => {
  await seedDatabase(source, 400);
  // Enough rows that many of the round trips copy rows.
  await addReports(
    source,
    Array.from({ length: 27 }, (_, i) => 3 + i),
  );
  content = await contentOf(source);
  await runsWell(source, 'backup', backup);
});

/** Waits until the server has closed the killed command's connections and rolled back its transaction. */
async function connectionsClosed(url: string): Promise<void> {
  const others =
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  await expect.poll(() => queryPostgres(url, others)).toEqual([]);
}

const newUrl = () => createDatabase(inject('postgresUrl'));
const copyTo = (target: string) => ({
  args: ['copy', '--to', databaseUrlOf(target)],
  env: settingsFor(source),
});

it.each([
  [
    'restore into PostgreSQL',
    'round trips',
    newUrl,
    (url: string) => ({ args: ['restore', backup], env: settingsFor(url) }),
  ],
  ['copy --to postgres://', 'round trips', newUrl, copyTo],
  [
    'copy --to file:',
    'system calls',
    async (name: string) => {
      mkdirSync(join(folder, name));
      return join(folder, name, 'botmeter.db');
    },
    copyTo,
  ],
] as const)(
  `%s killed at ${KILLS} of its %s copies all or nothing, and works when run again`,
  { timeout: 3_600_000 },
  async (what, points, make, invoke) => {
    const left = { nothing: 0, all: 0 };
    const killed = await killRuns({
      kills: KILLS,
      make,
      invoke,
      async after(target) {
        if (target.startsWith('postgres')) await connectionsClosed(target);
        const { args, env } = invoke(target);
        const { status, stderr } = await botmeter(env.DATABASE_URL ?? '', ...args);
        left[status === 0 ? 'nothing' : 'all']++;
        // The command is refused only because everything is there already.
        if (status !== 0)
          expect({ status, stderr }).toEqual({
            status: 1,
            stderr: expect.stringMatching(/^[^\n]*not empty[^\n]*\n$/),
          });
        // A partial copy would have been refused and would differ.
        expect(await contentOf(target)).toEqual(content);
      },
    });
    expect(await contentOf(source)).toEqual(content);
    figure(
      'Backup',
      `${what} killed at ${KILLS} of its ${points}`,
      `${killed} killed; ${left.nothing} times the target was empty, ${left.all} times complete; all complete after the next run`,
    );
  },
);
