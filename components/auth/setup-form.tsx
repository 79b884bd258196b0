'use client';

import { Form } from '@/components/ui/form';
import { EmailField, TextField } from '@/components/ui/text-field';
import { setUp } from '@/lib/actions/setup';

/** Creates the first admin with the one-time token of the set-up link, and signs them in. */
export const SetupForm = ({ token }: { token: string }) => (
  <Form isPosted action={setUp} hidden={{ token }} submitLabel="Create admin" variant="primary">
    {({ typed, errors }) => (
      <>
        <EmailField defaultValue={typed.email} error={errors.email} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="12 to 128 characters."
          required
          error={errors.password}
        />
      </>
    )}
  </Form>
);
