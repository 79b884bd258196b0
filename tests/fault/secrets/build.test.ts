import { expect, it, onTestFinished } from 'vitest';
import { figure, IS_SOAK } from '@/tests/support/fault/campaign';
import { ProjectCopy } from '@/tests/support/project-copy.mjs';
import { chosenSecrets, neverShown } from './canaries';
import { Evidence } from './evidence';

/** `npm start` builds when necessary, with the environment of the server. */
it('a build with secrets in its environment contains none of them', { timeout: 300_000 }, () => {
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
  evidence.addBuild(copy.folder);
  expect(evidence.findAll(neverShown({ ...named, databasePassword, adminPassword }))).toEqual([]);
  const what = IS_SOAK ? 'pages, server, commands and client' : 'server, commands and client';
  figure(
    'Secrets',
    `in a build of ${what} with secrets in its environment`,
    `0 hits in ${evidence.size.pieces} files`,
  );
});
