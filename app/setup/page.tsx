import type { Metadata } from 'next';
import { pagePorts } from '@/app/session/current-user';
import { NarrowPage } from '@/app/shell/narrow-page';
import { SetupForm } from '@/components/auth/setup-form';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/contract/paths';
import { isSetupTokenValid } from '@/lib/services/setup/first-admin';
import { setUp } from './actions';

export const metadata: Metadata = { title: 'Set up' };

/** Creates the first admin, with the one-time token of the link that the server printed at start. */
export default async function SetupPage({ searchParams }: PageProps<'/setup'>) {
  const { token } = await searchParams;
  const isValid = typeof token === 'string' && (await isSetupTokenValid(pagePorts(), token));
  return (
    <NarrowPage title="Set up Botmeter">
      {isValid ? (
        <>
          <p className="mb-4 text-muted">The first admin registers bots and adds other people.</p>
          <SetupForm token={token} action={setUp} />
        </>
      ) : (
        <div className="flex flex-col items-start gap-4">
          <Notice role="none">This set-up link has been used or is not valid.</Notice>
          <ButtonLink href={paths.login}>Sign in</ButtonLink>
        </div>
      )}
    </NarrowPage>
  );
}
