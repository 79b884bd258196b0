import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { LoginForm } from '@/components/auth/login-form';
import { Notice } from '@/components/ui/notice';
import { container } from '@/lib/container';
import { ownPath } from '@/lib/contract/own-path';
import { NarrowPage } from '../narrow-page';
import { currentUser } from '../session';

export const metadata: Metadata = { title: 'Sign in' };

const NOTICES = new Map([
  ['password-changed', 'Your password is changed. Sign in with the new one.'],
  ['signed-out', 'You are signed out everywhere.'],
]);

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { callbackUrl, error, notice } = await searchParams;
  const callbackPath = ownPath(callbackUrl) ?? '/bots';
  if ((await currentUser()) !== null) redirect(callbackPath);
  const said = typeof notice === 'string' ? NOTICES.get(notice) : undefined;
  return (
    <NarrowPage title="Sign in">
      {said !== undefined && (
        <Notice role="status" tone="healthy" className="mb-4">
          {said}
        </Notice>
      )}
      <LoginForm
        callbackPath={callbackPath}
        hasDiscord={container().env.discord !== undefined}
        error={typeof error === 'string' ? error : null}
      />
    </NarrowPage>
  );
}
