import type { ReactNode } from 'react';

/** A list of names and values, one pair per line, with the value on the right. */
export function KeyValues({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="text-sm">
      {items.map(({ name, value }) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4 border-b last:border-b-0">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-balance break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
