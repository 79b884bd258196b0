'use client';

import { Choice } from '@/components/ui/choice';
import { Form } from '@/components/ui/form';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { finishSignInAction } from '@/lib/actions/sign-in';
import { paths } from '@/lib/contract/paths';
import { follow } from './follow';

/** A code of the person's app, or a recovery code. */
export const CodeField = ({ error }: { error: string | undefined }) => (
  <TextField
    label="Code"
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    hint="6 digits of your app, or a recovery code."
    error={error}
  />
);

type Props = {
  email: string;
  /** `false` if only recovery codes can be checked. */
  isReadable: boolean;
  callbackPath: string | null;
};

/** Finishes signing in with a code. */
export const CodeForm = ({ email, isReadable, callbackPath }: Props) => (
  <div className="flex flex-col gap-4">
    <Form
      isPosted
      action={finishSignInAction}
      hidden={{ callbackUrl: callbackPath ?? '' }}
      submitLabel="Sign in"
      variant="primary"
      onDone={follow}
    >
      {({ errors }) => (
        <>
          <p className="wrap-anywhere text-muted">
            You are signing in as <bdi>{email}</bdi>.
          </p>
          {!isReadable && (
            <Notice tone="warning" role="none">
              This service was started with another AUTH_SECRET and cannot check codes of your app. A recovery
              code works.
            </Notice>
          )}
          <CodeField error={errors.code} />
          <Choice
            type="checkbox"
            name="remember"
            value="yes"
            label="Remember this browser for 30 days"
            hint="It is not asked for a code then."
          />
        </>
      )}
    </Form>
    <details className="border-t pt-4 text-muted text-sm">
      <summary className="cursor-pointer">No app and no recovery code?</summary>
      <p className="mt-2">
        Whoever runs this service can remove your second factor on its server; then sign in again:
      </p>
      <code translate="no" className="wrap-anywhere mt-2 block text-xs">
        {`npm run -s botmeter -- user reset-factor --email ${email}`}
      </code>
    </details>
    <Link href={paths.login} className="self-start underline underline-offset-4">
      Back to sign in
    </Link>
  </div>
);
