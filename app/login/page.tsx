import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { askResetAction } from '@/app/actions/links';
import { currentUser } from '@/app/session/current-user';
import { discordSettings } from '@/app/session/discord';
import { NarrowPage } from '@/app/shell/narrow-page';
import { ForgotForm } from '@/components/auth/forgot-form';
import { LoginForm } from '@/components/auth/login-form';
import { Notice } from '@/components/ui/notice';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { container } from '@/lib/container';
import { paths, startPageOf, withQuery } from '@/lib/contract/paths';

export const metadata: Metadata = { title: 'Sign in' };

const NOTICES = new Map([
  ['password-changed', 'Your password is changed. Sign in with the new one.'],
  ['signed-out', 'You are signed out everywhere.'],
]);

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { callbackUrl, error, forgot, notice } = await searchParams;
  const wanted = safeRedirect(callbackUrl);
  const user = await currentUser();
  if (user !== null) redirect(wanted ?? startPageOf(user));
  const hasMail = container().ports.mailer !== null;
  if (hasMail && forgot !== undefined) {
    return (
      <NarrowPage title="Forgot your password?">
        <ForgotForm action={askResetAction} />
      </NarrowPage>
    );
  }
  const sentence = typeof notice === 'string' ? NOTICES.get(notice) : undefined;
  return (
    <NarrowPage title="Sign in">
      {sentence !== undefined && (
        <Notice role="status" tone="healthy" className="mb-4">
          {sentence}
        </Notice>
      )}
      <LoginForm
        // This page knows where a signed-in person starts.
        callbackPath={wanted ?? paths.login}
        forgotPath={hasMail ? withQuery(paths.login, { forgot: 'yes' }) : null}
        hasDiscord={(await discordSettings()) !== undefined}
        error={typeof error === 'string' ? error : null}
      />
    </NarrowPage>
  );
}
