import { useId } from 'react';
import { CheckedLink } from './checked-link';
import { cn } from './cn';
import { Link } from './link';
import type { Option } from './select';

const TRACK = 'inline-flex shrink-0 self-center rounded bg-inset';
const PART =
  'flex h-6 min-w-8 items-center justify-center whitespace-nowrap rounded border px-2 font-medium text-xs max-[22rem]:px-1.5';
const CHOSEN = 'border-line-strong bg-surface text-ink';
const OTHER = 'border-transparent text-muted hover:text-ink';

type SegmentedLinksProps = {
  label: string;
  value: string;
  options: readonly (Option & { href: string })[];
  /** See CheckedLink; without it the links are followed at once. */
  mayLeave?: () => Promise<boolean>;
};

/** A choice that is stored in the URL: links, so that it works without scripts and can be shared. */
export function SegmentedLinks({ label, value, options, mayLeave }: SegmentedLinksProps) {
  return (
    <nav aria-label={label} className={TRACK}>
      {options.map((option) => {
        const link = {
          href: option.href,
          scroll: false,
          'aria-current': option.value === value ? ('true' as const) : undefined,
          className: cn(PART, option.value === value ? CHOSEN : OTHER),
          children: option.label,
        };
        return mayLeave ? (
          <CheckedLink key={option.value} {...link} mayLeave={mayLeave} />
        ) : (
          <Link key={option.value} {...link} />
        );
      })}
    </nav>
  );
}

type SegmentedProps = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
};

/** A choice that changes the page in place: radio buttons in one bar, with arrow keys. */
export function Segmented({ label, value, options, onChange }: SegmentedProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={TRACK}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            PART,
            'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
            option.value === value ? CHOSEN : OTHER,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
