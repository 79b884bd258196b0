import type { SchemaRow } from '@/lib/view/schema-rows';
import { Prose } from './prose';

/** The fields of a body or the parameters of a call. */
export function Fields({ label, rows }: { label: string; rows: readonly SchemaRow[] }) {
  return (
    <dl aria-label={label} className="border-t text-sm">
      {rows.map(({ path, type, isRequired, note }) => (
        <div key={path} className="border-b py-2">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code translate="no" className="wrap-anywhere">
              {path}
            </code>
            <span className="min-w-0 text-muted text-xs">
              {type}
              {!isRequired && ', optional'}
            </span>
          </dt>
          {note !== '' && (
            <dd className="max-w-prose text-muted">
              <Prose text={note} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
