import { expect, it } from 'vitest';
import { projectSources } from './rules';

const ROOT = new URL('../../..', import.meta.url).pathname;

/** Writes that need no role: sign-in and sign-out, first run, clean-up; and write-as.ts itself. */
const WITHOUT_A_CALLER = [
  'lib/services/access/prune.ts',
  'lib/services/access/record-denials.ts',
  'lib/services/history/fold-all.ts',
  'lib/services/history/prune.ts',
  'lib/services/refusals/prune.ts',
  'lib/services/refusals/record.ts',
  'lib/services/serving/renew.ts',
  'lib/services/sessions/end.ts',
  'lib/services/sessions/sign-in-with-identity.ts',
  'lib/services/sessions/sign-in.ts',
  'lib/services/setup/create-first-admin.ts',
  'lib/services/setup/ensure-first-admin.ts',
  'lib/services/setup/issue-token.ts',
  'lib/services/write-as.ts',
];

it('every other write of the directory goes through write-as.ts, which checks the caller’s role again', () => {
  const writing = projectSources(ROOT)
    .filter(({ path, text }) => !path.startsWith('lib/data/') && /directory\s*\.\s*write\b/.test(text))
    .map(({ path }) => path);
  expect(writing.sort()).toEqual(WITHOUT_A_CALLER);
});
