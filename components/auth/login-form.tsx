'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { leaveForDiscord, signInWithPassword } from '@/lib/queries/sign-in';

type Props = {
  /** The path to open after sign-in, on this site. */
  callbackPath: string;
  hasDiscord: boolean;
  /** The error code of the previous attempt, as next-auth names it. */
  error: string | null;
};

/** Signs in with e-mail and password, or with Discord if configured. */
export function LoginForm({ callbackPath, hasDiscord, error }: Props) {
  const [fault, setFault] = useState(error);
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
      setFault(error);
    } catch {
      setFault('unreachable');
    }
    setPending(false);
  }

  return (
    <div className="flex flex-col gap-4">
      {fault !== null && <Notice tone="critical">{sentence(fault)}</Notice>}
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
      {hasDiscord && <Button onClick={() => void leaveForDiscord(callbackPath)}>Sign in with Discord</Button>}
    </div>
  );
}

/** The error message, which never tells whether the account exists. */
function sentence(fault: string): string {
  const seconds = /^throttled:(\d+)$/.exec(fault)?.[1];
  if (seconds !== undefined) {
    const minutes = Math.ceil(Number(seconds) / 60);
    return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  }
  return SENTENCES.get(fault) ?? 'Signing in did not work. Try again.';
}

const SENTENCES = new Map([
  ['CredentialsSignin', 'The email address or the password is not right.'],
  [
    'not-connected',
    'This Discord account is not connected to anyone here. Sign in with email and connect it under Account.',
  ],
  ['AccessDenied', 'Signing in was refused.'],
  ['unavailable', 'Signing in is not possible at the moment. Try again soon.'],
  ['unreachable', 'The service did not answer. Check the connection and try again.'],
]);
