'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { redirectToDiscord, signInWithPassword } from '@/lib/queries/sign-in';

type Props = {
  /** The path to open after sign-in, on this site. */
  callbackPath: string;
  /** Where a forgotten password is replaced; `null` if only admins can do that. */
  forgotPath: string | null;
  hasDiscord: boolean;
  /** The error code of the previous attempt, as next-auth names it. */
  error: string | null;
};

/** Signs in with e-mail and password, or with Discord if configured. */
export function LoginForm({ callbackPath, forgotPath, hasDiscord, error }: Props) {
  const [errorCode, setErrorCode] = useState(error);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    setPending(true);
    try {
      const { error } = await signInWithPassword(String(form.get('email')), String(form.get('password')));
      if (error === null) {
        window.location.assign(callbackPath);
        return;
      }
      setErrorCode(error);
    } catch {
      setErrorCode('unreachable');
    }
    setPending(false);
  }

  return (
    <div className="flex flex-col gap-4">
      {errorCode !== null && <Notice tone="critical">{sentence(errorCode)}</Notice>}
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="primary" isPending={isPending}>
          Sign in
        </Button>
      </form>
      {forgotPath !== null && (
        <Link href={forgotPath} className="self-start underline underline-offset-4">
          Forgot password?
        </Link>
      )}
      {hasDiscord && (
        <Button onClick={() => void redirectToDiscord(callbackPath)}>Sign in with Discord</Button>
      )}
    </div>
  );
}

/** The message of an error code. It never reveals whether the account exists. */
function sentence(errorCode: string): string {
  const seconds = /^throttled:(\d+)$/.exec(errorCode)?.[1];
  if (seconds !== undefined) {
    const minutes = Math.ceil(Number(seconds) / 60);
    return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  }
  return SENTENCES.get(errorCode) ?? 'Signing in failed. Try again.';
}

const SENTENCES = new Map([
  ['CredentialsSignin', 'The email address or the password is wrong.'],
  [
    'not-connected',
    'This Discord account is not connected to anyone here. Sign in with email and connect it under Account.',
  ],
  ['AccessDenied', 'Signing in was refused.'],
  ['unavailable', 'Signing in is not possible at the moment. Try again soon.'],
  ['unreachable', 'The service did not respond. Check the connection and try again.'],
]);
