'use client';

import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import type { Elements } from '@/components/ui/elements';
import { Form } from '@/components/ui/form';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { SelectField, TextField } from '@/components/ui/text-field';
import { Time } from '@/components/ui/time';
import { useForm } from '@/components/ui/use-form';
import { changeFactorAction, confirmFactorAction, startFactorAction } from '@/lib/actions/second-factor';
import { signOutAction } from '@/lib/actions/sign-in';
import type { FormState } from '@/lib/contract/form-state';
import type { QrDrawing } from '@/lib/domain/people/second-factor';
import { CodeField } from './code-form';
import { follow } from './follow';

type Props = {
  hasPassword: boolean;
  enabledAtMs: number | null;
  /** For the app, while it is being set up. */
  setUp: { readonly secret: string; readonly qr: QrDrawing } | null;
  codesLeft: number;
  isReadable: boolean;
  /** What follows the recovery codes. */
  children?: Elements;
};

const NARROW = 'flex max-w-sm flex-col gap-4';

/**
 * Sets up a person's second factor and changes it. The states of all its forms are held here: the recovery codes are shown
 * after the form that made them has left the page.
 */
export function SecondFactor({ hasPassword, enabledAtMs, setUp, codesLeft, isReadable, children }: Props) {
  const start = useForm(startFactorAction, { isPosted: true });
  const confirm = useForm(confirmFactorAction, { isPosted: true });
  const change = useForm(changeFactorAction, { isPosted: true });
  const codes = change.state.value?.codes ?? confirm.state.value?.codes ?? null;
  if (codes !== null) {
    return (
      <div className={NARROW}>
        <Notice tone="warning">
          These are your recovery codes. Each replaces your app once. This is the only time that they are
          shown: keep them where you find them without your phone.
        </Notice>
        <CodeBlock label="Recovery codes" code={codes.join('\n')} />
        {children}
      </div>
    );
  }
  if (setUp !== null) {
    return (
      <Fields form={confirm} submitLabel="Turn on">
        <p>Scan this with an authenticator app, then enter the code that it shows.</p>
        <Qr {...setUp.qr} />
        <p className="text-muted text-xs">
          Or type this into the app:
          <code translate="no" className="wrap-anywhere block text-ink">
            {setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </p>
        <TextField
          label="Code"
          // Not "code": other forms of the page have such a field, to which an early one is moved (ui/keep-typed.tsx).
          name="appCode"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={confirm.state.errors.code}
        />
      </Fields>
    );
  }
  if (enabledAtMs === null) {
    return (
      <Fields form={start} submitLabel="Set up">
        <p>Signing in then also needs a code of an app on your phone, or one of ten recovery codes.</p>
        <Password hasPassword={hasPassword} error={start.state.errors.password} />
      </Fields>
    );
  }
  return (
    <Fields form={change} submitLabel="Change">
      <p>
        On since <Time atMs={enabledAtMs} />. <span>{`${codesLeft} of 10 recovery codes are left.`}</span>
      </p>
      {!isReadable && (
        <Notice tone="warning" role="none">
          This service was started with another AUTH_SECRET and cannot check codes of your app. Turn the
          second factor off with a recovery code, and set it up again.
        </Notice>
      )}
      <SelectField
        label="Change"
        name="what"
        options={[
          { value: 'renew', label: 'Make new recovery codes' },
          { value: 'disable', label: 'Turn the second factor off' },
        ]}
      />
      <Password hasPassword={hasPassword} error={change.state.errors.password} />
      <CodeField error={change.state.errors.code} />
    </Fields>
  );
}

type FieldsProps = {
  form: { state: FormState<unknown>; isPending: boolean; form: ReturnType<typeof useForm>['form'] };
  submitLabel: string;
  children: Elements;
};

const Fields = ({ form: { state, isPending, form }, submitLabel, children }: FieldsProps) => (
  <form {...form} className={NARROW}>
    <FormNotice {...state} />
    {children}
    <Button type="submit" variant="primary" isPending={isPending} className="self-start">
      {submitLabel}
    </Button>
  </form>
);

const Password = ({ hasPassword, error }: { hasPassword: boolean; error: string | undefined }) =>
  hasPassword ? (
    <TextField
      label="Current password"
      name="password"
      type="password"
      autoComplete="current-password"
      required
      error={error}
    />
  ) : (
    error && <Notice tone="critical">{error}</Notice>
  );

/** For whoever can do nothing else yet. */
export const SignOutForm = () => (
  <Form isPosted action={signOutAction} submitLabel="Sign out" onDone={follow} />
);

/** Always dark on white, with the margin that cameras need, and each square of it as wide as all others. */
const Qr = ({ size, path }: QrDrawing) => (
  <svg
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label="QR code for an authenticator app"
    shapeRendering="crispEdges"
    width={size * 4}
    className="h-auto max-w-full rounded"
  >
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
);
