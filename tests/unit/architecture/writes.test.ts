import { expect, it } from 'vitest';
import { projectSources } from './sources';

const ROOT = new URL('../../..', import.meta.url).pathname;

/**
 * How many writes of each file need no role: sign-in and sign-out, first run, links, jobs; and write.ts itself. The one of
 * users/count-change counts a change of a person before anything checks whether they may make it.
 */
const WITHOUT_A_CALLER = [
  ['access/access-log', 1],
  ['alerts/settings', 1],
  ['deliveries/record-and-claim', 3],
  ['digests/make', 1],
  ['events/route', 1],
  ['history/fold', 3],
  ['history/prune', 1],
  ['keys/record-expiring', 1],
  ['links/ask-reset', 1],
  ['links/redeem', 1],
  ['mails/claim', 1],
  ['mails/send-due', 2],
  ['overview/overview', 1],
  ['prune', 6],
  ['refusals/record', 1],
  ['sessions/end', 1],
  ['sessions/sign-in', 3],
  ['setup/first-admin', 3],
  ['silences/find', 4],
  ['silences/repeat', 1],
  ['users/count-change', 1],
  ['votes/inbox', 2],
  ['votes/purge', 2],
  ['watchdog', 1],
  ['write', 2],
] as const;

/** Writes the past of its bots, and their votes. */
const DEMO = [
  ['lib/demo/main.ts', 2],
  ['lib/demo/votes.ts', 1],
] as const;

it('every other write of the directory goes through write.ts, which checks the caller’s role again', () => {
  const writing = projectSources(ROOT)
    .filter(({ path }) => !path.startsWith('lib/data/'))
    .map(({ path, text }) => [
      path,
      text.match(/directory\s*\.\s*write\b|\bdeleteInBatches(?:<.*>)?\(/g)?.length ?? 0,
    ])
    .filter(([, writes]) => writes !== 0);
  expect(writing.sort()).toEqual([
    ...DEMO,
    ...WITHOUT_A_CALLER.map(([name, writes]) => [`lib/services/${name}.ts`, writes]),
  ]);
});
