import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { ProjectCopy } from '../../support/project-copy.mjs';

/** At full length only, because it builds the pages. */

const LAYOUT = /(^|\/)(layout|template)\.tsx$/;
const BARE_LAYOUT = `
export const dynamic = 'force-dynamic';
export default ({ children }: { children: React.ReactNode }) => <html lang="en"><body>{children}</body></html>;
`;

/** Excludes Next's own error page: its URL responds 404 only because of proxy.ts, and it shows no data. */
const BUT_ERROR_PAGE = '^(?!.*_global-error)';

it('access is denied and granted the same without proxy.ts and every layout', { timeout: 900_000 }, () => {
  const copy = new ProjectCopy({ hasOwnModules: true });
  onTestFinished(() => copy.remove());
  rmSync(join(copy.folder, 'proxy.ts'));
  const app = join(copy.folder, 'app');
  const layouts = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((path) => LAYOUT.test(path));
  for (const path of layouts) rmSync(join(app, path));
  // Next requires a root layout.
  writeFileSync(join(app, 'layout.tsx'), BARE_LAYOUT);
  expect(layouts).toContain('layout.tsx');
  copy.build({ isWhole: true });

  const { ran, output } = copy.run(['--project', 'api', 'tests/api/access', '-t', BUT_ERROR_PAGE]);
  expect(ran.length, output).toBeGreaterThan(250);
  const failed = ran.filter(({ status }) => status === 'failed');
  expect(failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`)).toEqual([]);
  figure(
    'Hostile input',
    'access without proxy.ts and layouts',
    `${ran.length} checks, all with the same result`,
  );
});
