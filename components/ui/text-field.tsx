import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field';
import { Input } from './input';
import { type Option, Select } from './select';

type Around = { label: string; isLabelHidden?: boolean; hint?: ReactNode; error?: string | null };

/** An input with its label, hint and error. */
export function TextField({ label, isLabelHidden, hint, error, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field {...{ label, isLabelHidden, hint, error }}>{(control) => <Input {...input} {...control} />}</Field>
  );
}

/** A select with its label, hint and error. */
export function SelectField({
  label,
  isLabelHidden,
  hint,
  error,
  ...select
}: Around & ComponentProps<'select'> & { options: readonly Option[] }) {
  return (
    <Field {...{ label, isLabelHidden, hint, error }}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
}

/** The address that a person signs in with: browsers and password managers fill it in. */
export const EmailField = (props: Partial<Around> & ComponentProps<'input'>) => (
  <TextField label="Email" name="email" type="email" autoComplete="username" required {...props} />
);

/** The name of something, in any script. */
export const NameField = (props: Partial<Around> & ComponentProps<'input'>) => (
  <TextField label="Name" name="name" dir="auto" required autoComplete="off" {...props} />
);
