'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { FormNotice } from '@/components/ui/form-notice';
import { useForm } from '@/components/ui/use-form';
import type { FormAction, LeadsTo } from '@/lib/contract/form-state';

type Props = {
  action: FormAction<LeadsTo>;
  /** Hidden fields. */
  fields: Readonly<Record<string, string>>;
  className?: string;
  /** The text of the button. */
  children: ReactNode;
  /** Drawn before the button, given the errors of its fields. */
  before?: (errors: Readonly<Record<string, string>>) => Elements;
  after?: Elements;
};

/** A form whose action leads to Discord. Without scripts the person follows a link there. */
export function DiscordForm({ action, fields, className, children, before, after }: Props) {
  const { state, isPending, form } = useForm(action, {
    onDone: ({ value }) => window.location.assign(value?.href ?? ''),
  });
  // A fault of a hidden field has no place of its own.
  const shown = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !(name in fields)));
  return (
    <form {...form} className={className ?? 'flex flex-col gap-4'}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormNotice {...state} errors={shown} />
      {before?.(shown)}
      {state.value === null ? (
        <Button type="submit" isPending={isPending} className="self-start">
          {children}
        </Button>
      ) : (
        <a href={state.value.href} className="self-start font-medium underline underline-offset-4">
          Continue at Discord
        </a>
      )}
      {after}
    </form>
  );
}
