import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DiscordStandIn, startDiscord } from '@/tests/support/discord';
import { figure } from '@/tests/support/fault/campaign';
import { startPostgres } from '@/tests/support/postgres.mjs';
import { type Service, stopService } from '@/tests/support/process/service';
import { testFolder, testService } from '@/tests/support/process/test-resources';
import { type Canary, type ChosenSecrets, chosenSecrets } from './canaries';
import { commandKeys, commandsOn, handleBackups } from './commands';
import { Evidence } from './evidence';
import { type Place, postgresPlace, sqlitePlace } from './place';
import {
  askInVain,
  callWith,
  type Host,
  handleKeys,
  OWNER,
  peopleOf,
  seeEverything,
  settle,
  signInWithDiscord,
} from './tour';

const TOPIC = 'Secrets';
const SETUP_LINE = /^\{.*"Create the first admin at http:\/\/\S+\/setup\?token=([\w-]{43})"\}$/m;

/**
 * The page of the set-up link has the token in its form. Next repeats the address that was asked for in a page's payload
 * and in the redirect to it, after the token's use too, when it opens nothing any more.
 */
const SETUP_PAGE = ['the set-up page', 'the used set-up page'].flatMap((page) =>
  [`${page}, body`, `${page} (RSC), header`, `${page} (RSC), body`].map((place) => `anonymous: GET ${place}`),
);

/** The log is searched with errors in it: of calls, actions, reads, sign-ins and pages. */
const ERRORS_TOLD = [
  'a call failed',
  'an action failed',
  'a dashboard read failed',
  'a sign-in or sign-out failed',
  '"digest":',
];

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let discord: DiscordStandIn;
beforeAll(async () => {
  [postgres, discord] = await Promise.all([startPostgres(), startDiscord()]);
});
afterAll(() => Promise.all([postgres.stop(), discord.stop()]));

const environmentOf = (
  place: Place,
  { AUTH_SECRET, METRICS_TOKEN, DISCORD_CLIENT_SECRET }: ChosenSecrets,
) => ({
  ...{ AUTH_SECRET, METRICS_TOKEN, DISCORD_CLIENT_SECRET },
  DATABASE_URL: place.databaseUrl,
  DISCORD_CLIENT_ID: 'client',
  DISCORD_ORIGIN: discord.origin,
  LOG_LEVEL: 'trace',
});

/** What a server printed: the line with the set-up link, which is meant to be read, and all the rest. */
function addLog(evidence: Evidence, service: Service): void {
  const [line = ''] = SETUP_LINE.exec(service.output()) ?? [];
  if (line !== '') evidence.add('the line with the set-up link', line);
  evidence.add('log', service.output().replace(line, ''));
}

const addContents = async (evidence: Evidence, place: Place) => {
  for (const [name, content] of await place.contents()) evidence.add(name, content);
};

/** Every form of every page and script that the build has, as it is after a server used it. */
function addBuild(evidence: Evidence): void {
  for (const folder of ['.next/static', '.next/server', 'dist']) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile()) evidence.add(file, readFileSync(file));
    }
  }
}

/** The whole life of a service; all that it showed and left behind, and the secrets that went through it. */
async function live(
  place: Place,
  spare: { readonly copyTo: string; readonly restoreTo: string },
  chosen: ChosenSecrets,
) {
  const evidence = new Evidence();
  const folder = testFolder();
  const env = environmentOf(place, chosen);
  const service = await testService({ databaseFile: join(folder, 'unused.db'), env });
  const setupToken = SETUP_LINE.exec(service.output())?.[1] ?? '';
  const host: Host = { origin: `http://127.0.0.1:${service.port}`, port: service.port, chosen, evidence };
  const people = peopleOf(host);
  await settle(host, people, setupToken);
  const botmeter = commandsOn(evidence, env);
  const keys = [...(await handleKeys(people)), ...(await commandKeys(botmeter, chosen.newPassword))];
  await people.owner.signIn(OWNER, chosen.newPassword);
  await signInWithDiscord(host, people);
  await callWith(host, people, keys[2]?.value ?? '');
  await seeEverything(host, people);
  await addContents(evidence, place);

  const release = await place.hold();
  expect(await askInVain(host, people, keys[2]?.value ?? '')).toEqual([503, 503]);
  await release();
  for (const table of ['bots', 'sessions']) await place.run(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  expect(await askInVain(host, people, keys[2]?.value ?? '')).toEqual([500, 500]);
  for (const table of ['bots', 'sessions']) await place.run(`ALTER TABLE ${table}_away RENAME TO ${table}`);

  const backup = join(folder, 'backup.db');
  await handleBackups(botmeter, backup, spare.copyTo);
  evidence.add('backup', readFileSync(backup));
  const restore = commandsOn(evidence, { ...env, DATABASE_URL: spare.restoreTo });
  expect((await restore(['restore', backup])).status).toBe(0);

  for (const who of Object.values(people)) await who.post('/api/auth/signout', { callbackUrl: '/' });
  await stopService(service);
  for (const told of ERRORS_TOLD) expect(service.output()).toContain(told);
  // Next's words when a request to itself went astray.
  expect(service.output()).not.toContain('fetch failed');
  await addContents(evidence, place);
  addLog(evidence, service);
  addBuild(evidence);
  const sessions = await Promise.all(Object.values(people).map((who) => who.sessions(chosen.AUTH_SECRET)));
  const setup = {
    name: 'set-up token',
    value: setupToken,
    shownAt: ['the line with the set-up link', ...SETUP_PAGE],
  };
  const neverShown = Object.entries(chosen).map(([name, value]) => ({ name, value, shownAt: [] }));
  return { evidence, canaries: [...neverShown, ...keys, ...sessions.flat(), setup] };
}

/** Each canary where it may be shown and nowhere else: that it was found there shows that the search finds. */
function expectHidden(evidence: Evidence, canaries: readonly Canary[]): void {
  const shown = canaries.flatMap(({ name, shownAt }) => shownAt.map((place) => `${name}: ${place}`));
  expect(evidence.findAll(canaries)).toEqual([...new Set(shown)].sort());
}

const seen = (evidence: Evidence, canaries: readonly Canary[]) =>
  `0 hits; ${canaries.length} secrets, ${evidence.size.pieces} pieces of ${Math.round(evidence.size.bytes / 1e6)} MB in all`;

it('no secret shows where it does not belong, with the embedded database', { timeout: 120_000 }, async () => {
  const chosen = chosenSecrets();
  const folder = testFolder();
  const spare = await postgresPlace(postgres.url, 'spare', chosen.databasePassword);
  const { evidence, canaries } = await live(
    sqlitePlace(join(folder, 'botmeter.db')),
    { copyTo: spare.databaseUrl, restoreTo: `file:${join(folder, 'restored.db')}` },
    chosen,
  );
  await addContents(evidence, spare);
  expectHidden(evidence, canaries);
  figure(TOPIC, 'through everything the service does, embedded database', seen(evidence, canaries));
});

it('no secret shows where it does not belong, with PostgreSQL', { timeout: 120_000 }, async () => {
  const chosen = chosenSecrets();
  const folder = testFolder();
  const restored = await postgresPlace(postgres.url, 'restored', chosen.databasePassword);
  const { evidence, canaries } = await live(
    await postgresPlace(postgres.url, 'served', chosen.databasePassword),
    { copyTo: `file:${join(folder, 'copy.db')}`, restoreTo: restored.databaseUrl },
    chosen,
  );
  await addContents(evidence, restored);
  evidence.add('copy', readFileSync(join(folder, 'copy.db')));
  expectHidden(evidence, canaries);
  figure(TOPIC, 'through everything the service does, PostgreSQL', seen(evidence, canaries));
});
