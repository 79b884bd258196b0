import type { Metadata } from 'next';
import { NarrowPage } from '@/app/shell/narrow-page';
import { SetupForm } from '@/components/auth/setup-form';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/contract/paths';
import { linkParams } from '@/lib/contract/search-params';
import { checkSetupToken } from '@/lib/services/setup/first-admin';
import { pagePorts } from '@/lib/session/current-user';

export const metadata: Metadata = { title: 'Set up' };

/** Creates the first admin, with the one-time token of the link that the server printed at start. */
export default async function SetupPage({ searchParams }: PageProps<'/setup'>) {
  const given = linkParams.parse(await searchParams).token ?? '';
  const checked = await checkSetupToken(pagePorts(), given);
  return (
    <NarrowPage title="Set up Botmeter">
      {checked.ok ? (
        <>
          <p className="mb-4 text-muted">The first admin registers bots and adds other people.</p>
          <SetupForm token={given} />
        </>
      ) : (
        <div className="flex flex-col items-start gap-4">
          <Notice role="none">{checked.refusal.message}</Notice>
          <ButtonLink href={paths.login}>Sign in</ButtonLink>
        </div>
      )}
    </NarrowPage>
  );
}
