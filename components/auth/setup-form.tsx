'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { setUp } from '@/lib/actions/setup';

/** Creates the first admin with the one-time token of the set-up link, and signs them in. */
export function SetupForm({ token }: { token: string }) {
  const { state, isPending, form } = useForm(setUp);
  return (
    <form {...form} className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <FormNotice {...state} />
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
