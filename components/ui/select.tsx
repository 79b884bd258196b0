import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { CONTROL } from './input';

export type Option = { value: string; label: string };

type SelectProps = ComponentProps<'select'> & { options: readonly Option[] };

/** The browser's native select, which works with keyboards, phones and screen readers. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={cn('relative block', className)}>
      {/* A form that was refused is reset to the defaults of the first drawing: a new default needs a new element. */}
      <select key={String(rest.defaultValue)} {...rest} className={cn(CONTROL, 'appearance-none pr-8')}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-muted" />
    </span>
  );
}
