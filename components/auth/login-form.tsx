'use client';

import { Form } from '@/components/ui/form';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { EmailField, TextField } from '@/components/ui/text-field';
import { askResetAction } from '@/lib/actions/links';
import { signInAction, startDiscordAction } from '@/lib/actions/sign-in';
import { paths } from '@/lib/contract/paths';
import { DISCORD_FAILURES } from './discord-failures';
import { DiscordForm } from './discord-form';
import { follow } from './follow';

type Props = {
  /** The path to open after sign-in, on this site; `null` for where the person starts. */
  callbackPath: string | null;
  /** Where a forgotten password is replaced; `null` if only admins can do that. */
  forgotPath: string | null;
  /** The error code of the previous attempt, as next-auth names it. */
  error: string | null;
  /** Whether sign-in with Discord is configured. */
  hasDiscord: boolean;
};

/** Signs in with email and password, or with Discord if configured. */
export function LoginForm({ callbackPath, forgotPath, error, hasDiscord }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <Form
        isPosted
        action={signInAction}
        hidden={{ callbackUrl: callbackPath ?? '' }}
        submitLabel="Sign in"
        variant="primary"
        onDone={follow}
      >
        {({ status, typed }) => (
          <>
            {error !== null && status === 'idle' && (
              <Notice tone="critical">{SENTENCES.get(error) ?? 'Signing in failed. Try again.'}</Notice>
            )}
            <EmailField defaultValue={typed.email} autoFocus />
            <TextField
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          </>
        )}
      </Form>
      {forgotPath !== null && (
        <Link href={forgotPath} className="self-start underline underline-offset-4">
          Forgot password?
        </Link>
      )}
      {hasDiscord && (
        <DiscordForm action={startDiscordAction} hidden={{ callbackUrl: callbackPath ?? '' }}>
          Sign in with Discord
        </DiscordForm>
      )}
    </div>
  );
}

/** The messages of error codes. None reveals whether the account exists. */
const SENTENCES = new Map([
  ['CredentialsSignin', 'The email address or the password is wrong.'],
  [
    'not-connected',
    'This Discord account is not connected to anyone here. Sign in with email and connect it under Account.',
  ],
  ...DISCORD_FAILURES,
  ['AccessDenied', 'Signing in was refused.'],
  ['unavailable', 'Signing in is not possible at the moment. Try again soon.'],
]);

/** Asks for a mail with a link to choose a new password. */
export const ForgotForm = () => (
  <div className="flex flex-col gap-4">
    <Form isPosted action={askResetAction} submitLabel="Send a link" variant="primary" saysDone>
      {({ typed, errors }) => <EmailField defaultValue={typed.email} error={errors.email} autoFocus />}
    </Form>
    <Link href={paths.login} className="self-start underline underline-offset-4">
      Back to sign in
    </Link>
  </div>
);
