import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { NarrowPage } from '@/app/shell/narrow-page';
import { SecondFactor, SignOutForm } from '@/components/auth/second-factor';
import { ButtonLink } from '@/components/ui/button';
import { paths, withQuery } from '@/lib/contract/paths';
import { readOwnFactor } from '@/lib/services/second-factor/own';
import { caller, pagePorts } from '@/lib/session/current-user';

export const metadata: Metadata = { title: 'Set up a second factor' };

/** Where everybody is led who has to set up a second factor: they can do nothing else. */
export default async function SecondFactorPage() {
  const found = await readOwnFactor(pagePorts(), await caller());
  if (!found.ok) redirect(withQuery(paths.login, { callbackUrl: paths.secondFactor }));
  const factor = found.value;
  return (
    <NarrowPage title="Set up a second factor">
      {factor.isRequired && factor.enabledAtMs === null && (
        <p className="wrap-anywhere mb-4 text-muted">
          This service requires one. You are signed in as <bdi>{factor.email}</bdi> and can go on once it is
          on.
        </p>
      )}
      <SecondFactor {...factor}>
        <ButtonLink href={paths.login} variant="primary">
          Continue
        </ButtonLink>
      </SecondFactor>
      <div className="mt-4 border-t pt-4">
        <SignOutForm />
      </div>
    </NarrowPage>
  );
}
