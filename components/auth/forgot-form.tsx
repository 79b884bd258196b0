'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { askResetAction } from '@/lib/actions/links';
import { paths } from '@/lib/contract/paths';

/** Asks for a mail with a link to choose a new password. */
export function ForgotForm() {
  const { state, isPending, form } = useForm(askResetAction);
  return (
    <div className="flex flex-col gap-4">
      {state.status === 'done' && <Notice tone="healthy">{state.message}</Notice>}
      <form {...form} className="flex flex-col gap-4">
        <FormNotice {...state} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          defaultValue={state.typed.email}
          error={state.errors.email}
        />
        <Button type="submit" variant="primary" isPending={isPending}>
          Send a link
        </Button>
      </form>
      <Link href={paths.login} className="self-start underline underline-offset-4">
        Back to sign in
      </Link>
    </div>
  );
}
