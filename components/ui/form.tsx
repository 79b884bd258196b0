'use client';

import type { QueryKey } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, use } from 'react';
import type { FormAction, FormState } from '@/lib/contract/form-state';
import { Button } from './button';
import type { ButtonSize, ButtonVariant } from './button-style';
import type { Elements } from './elements';
import { FormNotice } from './form-notice';
import { Notice } from './notice';
import { ReadOnly } from './read-only';
import { useForm } from './use-form';

export type FormProps<Value = null> = {
  action: FormAction<Value>;
  /** Fields that the action needs and nobody fills in. */
  hidden?: Readonly<Record<string, string>>;
  submitLabel: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether it cannot be sent yet. */
  isDisabled?: boolean;
  /** See useForm. */
  changes?: QueryKey;
  isPosted?: boolean;
  onDone?: (state: FormState<Value>) => void;
  /** Says here what was done, where the page does not show it. */
  saysDone?: boolean;
  className?: string;
  /** Text, or what draws the fields from their errors and the values that came back without scripts. */
  children?: Elements | ((state: FormState<Value>) => Elements);
  /** Draws what is below the fields around the button. */
  footer?: (submit: ReactElement, state: FormState<Value>) => ReactElement;
};

/** A form with what its action says, its fields and its button. */
export function Form<Value = null>(props: FormProps<Value>) {
  const { action, hidden = {}, variant, size, children, saysDone = false, className, footer } = props;
  const { state, isPending, form } = useForm(action, props);
  if (use(ReadOnly)) return null;
  const hasFields = typeof children === 'function';
  // A fault of a hidden field has no place of its own.
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !(name in hidden)));
  const submit = (
    <Button
      type="submit"
      {...(variant && { variant })}
      {...(size && { size })}
      disabled={props.isDisabled}
      // What leads to another page stays busy until that is there.
      isPending={isPending || (state.status === 'done' && state.value !== null)}
    >
      {props.submitLabel}
    </Button>
  );
  const notice = <FormNotice {...state} errors={hasFields ? errors : {}} />;
  return (
    <form {...form} className={className ?? 'flex flex-col gap-4'}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hasFields && notice}
      {hasFields ? children({ ...state, errors }) : children}
      {!hasFields && footer && notice}
      {footer ? footer(submit, state) : submit}
      {!hasFields && !footer && notice}
      {saysDone && state.status === 'done' && <Notice tone="healthy">{state.message}</Notice>}
    </form>
  );
}
