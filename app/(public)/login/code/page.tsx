import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { NarrowPage } from '@/app/shell/narrow-page';
import { CodeForm } from '@/components/auth/code-form';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { paths, withQuery } from '@/lib/contract/paths';
import { codeParams } from '@/lib/contract/search-params';
import { findFirstStep } from '@/lib/services/sessions/second-step';
import { pagePorts } from '@/lib/session/current-user';
import { currentFirstStep } from '@/lib/session/start-session';

export const metadata: Metadata = { title: 'Enter a code' };

/** The second step of signing in, for a browser that has passed the first one. */
export default async function CodePage({ searchParams }: PageProps<'/login/code'>) {
  const callbackPath = safeRedirect(codeParams.parse(await searchParams).callbackUrl);
  const step = await currentFirstStep();
  const found = step && (await findFirstStep(pagePorts(), step));
  // After an action Next draws this page again, for a browser that is about to leave it.
  if (found === null && !(await headers()).has('next-action'))
    redirect(withQuery(paths.login, { notice: 'step-over' }));
  return (
    <NarrowPage title="Enter a code">
      <CodeForm
        email={found?.email ?? ''}
        isReadable={found?.isReadable ?? true}
        callbackPath={callbackPath}
      />
    </NarrowPage>
  );
}
