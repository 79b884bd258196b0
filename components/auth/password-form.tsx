'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { changeOwnPasswordAction } from '@/lib/actions/account';

/** Changes the person's own password. */
export function PasswordForm() {
  const { state, isPending, form } = useForm(changeOwnPasswordAction);
  return (
    <form {...form} className="flex max-w-sm flex-col gap-4">
      <FormNotice {...state} />
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        error={state.errors.currentPassword}
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
