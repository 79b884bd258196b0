import { Search } from 'lucide-react';
import { cn } from './cn';
import { CONTROL } from './input';

type SearchBoxProps = {
  label: string;
  /** The URL of the results page. The search is its parameter `name`; its other parameters become hidden fields. */
  action: string;
  name?: string;
  value: string;
  keep?: Readonly<Record<string, string>>;
  className?: string;
};

/** A search as a plain GET form: it works without scripts, and its results have a URL. */
export function SearchBox({ label, action, name = 'q', value, keep = {}, className }: SearchBoxProps) {
  return (
    <search className={cn('relative block w-full sm:w-72', className)}>
      <form action={action} method="get">
        {Object.entries(keep).map(([key, kept]) => (
          <input key={key} type="hidden" name={key} value={kept} />
        ))}
        <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <input
          // Remounts when the URL changes, so that it shows the current search.
          key={value}
          type="search"
          name={name}
          defaultValue={value}
          aria-label={label}
          placeholder={label}
          className={cn(CONTROL, 'h-8 pl-8 md:text-control')}
        />
      </form>
    </search>
  );
}
