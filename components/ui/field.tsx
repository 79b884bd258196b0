import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';

/** The attributes that link a control to its label, hint and error. */
export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = {
  label: string;
  /** Only read aloud, where the field’s place says what it is. */
  isLabelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | null | undefined;
  className?: string | undefined;
  /** Draws the control with the given attributes. */
  children: (control: FieldControl) => Elements;
};

/** A control with its label, hint and error, linked for screen readers. */
export function Field({ label, isLabelHidden = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error ? errorId : null, hint ? hintId : null].filter(Boolean).join(' ');
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium text-control'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="flex items-start gap-1 text-critical text-xs">
          <CircleAlert className="size-4 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
