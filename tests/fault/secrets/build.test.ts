import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { figure, IS_SOAK } from '@/tests/support/fault/campaign';
import { ProjectCopy } from '@/tests/support/project-copy.mjs';
import { chosenSecrets } from './canaries';
import { Evidence } from './evidence';

/** `npm start` builds when it has to, with everything in its environment that it will serve with. */
it('a build made with secrets in its environment has none of them', { timeout: 300_000 }, () => {
  const { databasePassword, adminPassword, ...named } = chosenSecrets();
  const env = {
    ...named,
    DATABASE_URL: `postgres://botmeter:${databasePassword}@127.0.0.1:1/botmeter`,
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: adminPassword,
    DISCORD_CLIENT_ID: 'client',
  };
  const copy = new ProjectCopy({ hasOwnModules: IS_SOAK });
  onTestFinished(() => copy.remove());
  copy.build({ isWhole: IS_SOAK, env });

  const evidence = new Evidence();
  for (const folder of ['.next/static', '.next/server', 'dist']) {
    const entries = readdirSync(join(copy.folder, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const content = readFileSync(join(entry.parentPath, entry.name));
      evidence.add(`${folder} ${entry.name}`, entry.name.endsWith('.tgz') ? gunzipSync(content) : content);
    }
  }
  const canaries = Object.entries({ ...named, databasePassword, adminPassword });
  expect(evidence.findAll(canaries.map(([name, value]) => ({ name, value, shownAt: [] })))).toEqual([]);
  const what = IS_SOAK ? 'pages, server, commands and client' : 'server, commands and client';
  figure(
    'Secrets',
    `in a build of ${what} with secrets in its environment`,
    `0 hits in ${evidence.size.pieces} files`,
  );
});
