import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { NarrowPage } from '@/app/shell/narrow-page';
import { ForgotForm, LoginForm } from '@/components/auth/login-form';
import { NotSetUp } from '@/components/auth/not-set-up';
import { Notice } from '@/components/ui/notice';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { isSignInMark } from '@/lib/auth/signed-tokens';
import { paths, startPageOf, withQuery } from '@/lib/contract/paths';
import { loginParams } from '@/lib/contract/search-params';
import { isSetUp } from '@/lib/services/setup/first-admin';
import { container } from '@/lib/session/container';
import { currentUser, isEnrolling, pagePorts } from '@/lib/session/current-user';
import { discordSettings } from '@/lib/session/discord';

export const metadata: Metadata = { title: 'Sign in' };

const NOTICES = new Map([
  ['password-changed', 'Your password is changed. Sign in with the new one.'],
  ['signed-out', 'You are signed out everywhere.'],
  ['step-over', 'The code was not entered within 5 minutes. Sign in again.'],
]);

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const query = await searchParams;
  // A form that was sent as an address, by a browser or by a page of an earlier version.
  if (Object.keys(query).some((name) => name.toLowerCase() === 'password')) redirect(paths.login);
  const { callbackUrl, error, forgot, notice, 'signed-in': mark } = loginParams.parse(query);
  const wanted = safeRedirect(callbackUrl);
  const user = await currentUser();
  // After an action Next draws this page again, for a browser that is about to leave it.
  const isDrawnAgain = (await headers()).has('next-action');
  if (!isDrawnAgain && (await isEnrolling())) redirect(paths.secondFactor);
  if (user !== null && !isDrawnAgain) redirect(wanted ?? startPageOf(user));
  const hasMail = pagePorts().mailer !== null;
  if (hasMail && forgot !== null) {
    return (
      <NarrowPage title="Forgot your password?">
        <ForgotForm />
      </NarrowPage>
    );
  }
  const sentence = notice === null ? undefined : NOTICES.get(notice);
  return (
    <NarrowPage title="Sign in">
      {!(await isSetUp(pagePorts())) && (
        <div className="mb-4">
          <NotSetUp />
        </div>
      )}
      {sentence !== undefined && (
        <Notice role="status" tone="healthy" className="mb-4">
          {sentence}
        </Notice>
      )}
      {isSignInMark(container().authSecret, mark, Date.now()) && (
        <Notice tone="critical" className="mb-4">
          The email address and the password are right, but the session did not last: this browser has not
          sent back its cookie. Allow cookies for this site. If they are allowed, a proxy in between removes
          them.
        </Notice>
      )}
      <LoginForm
        callbackPath={wanted}
        forgotPath={hasMail ? withQuery(paths.login, { forgot: 'yes' }) : null}
        error={error}
        hasDiscord={(await discordSettings()) !== undefined}
      />
    </NarrowPage>
  );
}
