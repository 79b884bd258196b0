'use client';

import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { type FormAction, IDLE } from '@/lib/contract/form-state';

/** Changes the person's own password. */
export function PasswordForm({ action }: { action: FormAction }) {
  const [state, act, isPending] = useActionState(action, IDLE);
  return (
    <form action={act} className="flex max-w-sm flex-col gap-4">
      {state.message !== null && Object.keys(state.errors).length === 0 && (
        <Notice tone="critical">{state.message}</Notice>
      )}
      <TextField
        label="Current password"
        name="present"
        type="password"
        autoComplete="current-password"
        required
        error={state.errors.present}
      />
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint="12 to 128 characters. You will be signed out everywhere."
        error={state.errors.password}
      />
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
