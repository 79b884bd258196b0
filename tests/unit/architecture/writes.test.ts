import { expect, it } from 'vitest';
import { projectSources } from './sources';

const ROOT = new URL('../../..', import.meta.url).pathname;

/** Writes that need no role: sign-in and sign-out, first run, links, jobs; and write-as.ts itself. */
const WITHOUT_A_CALLER = [
  ...['access/prune', 'access/record-denials', 'alerts/unsubscribe', 'delete-in-batches'],
  ...['deliveries/prune', 'deliveries/record-and-claim', 'events/prune', 'events/route'],
  ...['history/fold-all', 'history/folding-claim'],
  ...['history/prune', 'keys/tell-expiring', 'links/ask-reset', 'links/redeem', 'mails/claim'],
  ...['mails/identify-forgotten', 'mails/prune', 'mails/send-due', 'overview/count-bots', 'refusals/prune'],
  ...[
    'refusals/record',
    'serving/renew',
    'sessions/end',
    'sessions/sign-in-with-identity',
    'sessions/sign-in',
  ],
  ...['setup/create-first-admin', 'setup/ensure-first-admin', 'setup/issue-token'],
  // Counts a change of a person before anything checks whether they may make it.
  ...['silences/find', 'silences/outage', 'users/count-change', 'write-as'],
].map((name) => `lib/services/${name}.ts`);

/** Writes the past of its bots. */
const DEMO = 'lib/demo/main.ts';

it('every other write of the directory goes through write-as.ts, which checks the caller’s role again', () => {
  const writing = projectSources(ROOT)
    .filter(
      ({ path, text }) =>
        !path.startsWith('lib/data/') && /directory\s*\.\s*write\b|\bdeleteInBatches\(/.test(text),
    )
    .map(({ path }) => path);
  expect(writing.sort()).toEqual([DEMO, ...WITHOUT_A_CALLER]);
});
