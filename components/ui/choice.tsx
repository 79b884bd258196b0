import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & {
  type: 'checkbox' | 'radio';
  label: ReactNode;
  hint?: ReactNode;
};

/** A checkbox or radio button with its label; the whole row is the target. */
export function Choice({ type, label, hint, className, ...rest }: ChoiceProps) {
  const hintId = useId();
  return (
    <label className={cn('flex min-h-6 items-start gap-2 py-1 has-disabled:text-muted', className)}>
      <input
        {...rest}
        type={type}
        aria-describedby={hint ? hintId : undefined}
        className="mt-0.5 size-4 shrink-0 accent-action"
      />
      <span className="min-w-0">
        <span>{label}</span>
        {hint && (
          <span id={hintId} className="block text-muted text-xs">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

/** A group of radio buttons with one label. */
export function ChoiceGroup({
  legend,
  error,
  children,
}: {
  legend: string;
  error?: string | null;
  children: Elements;
}) {
  const errorId = useId();
  return (
    <fieldset className="flex min-w-0 flex-col" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {children}
      {error && (
        <p id={errorId} className="text-critical text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
