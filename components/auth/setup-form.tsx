'use client';

import { useActionState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { type FormAction, IDLE } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';

/** Creates the first admin with the one-time token of the set-up link. */
export function SetupForm({ token, action }: { token: string; action: FormAction }) {
  const [state, act, isPending] = useActionState(action, IDLE);
  if (state.status === 'done') {
    return (
      <div className="flex flex-col items-start gap-4">
        <Notice tone="healthy">The admin has been created.</Notice>
        <ButtonLink href={paths.login} variant="primary">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <form action={act} className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      {state.message !== null && Object.keys(state.errors).length === 0 && (
        <Notice tone="critical">{state.message}</Notice>
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={state.typed.email}
        required
        error={state.errors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="12 to 128 characters."
        required
        error={state.errors.password}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        Create admin
      </Button>
    </form>
  );
}
