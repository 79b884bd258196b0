'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { signInAction, startDiscordAction } from '@/lib/actions/sign-in';
import { DISCORD_FAILURES } from './discord-failures';
import { DiscordForm } from './discord-form';

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
  const { state, isPending, form } = useForm(signInAction, {
    onDone: ({ value }) => window.location.assign(value?.href ?? ''),
  });
  return (
    <div className="flex flex-col gap-4">
      {error !== null && state.status === 'idle' && (
        <Notice tone="critical">{SENTENCES.get(error) ?? 'Signing in failed. Try again.'}</Notice>
      )}
      <form {...form} className="flex flex-col gap-4">
        <FormNotice {...state} />
        <input type="hidden" name="callbackUrl" value={callbackPath ?? ''} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={state.typed.email}
          required
          autoFocus
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="primary" isPending={isPending || state.status === 'done'}>
          Sign in
        </Button>
      </form>
      {forgotPath !== null && (
        <Link href={forgotPath} className="self-start underline underline-offset-4">
          Forgot password?
        </Link>
      )}
      {hasDiscord && (
        <DiscordForm action={startDiscordAction} fields={{ callbackUrl: callbackPath ?? '' }}>
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
