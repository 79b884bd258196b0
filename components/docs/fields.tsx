import type { SchemaRow } from '@/lib/view/schema-rows';
import { Prose } from './prose';

/** From this many fields on, those inside an object are shown when it is opened. */
const MANY = 30;

/** The fields of a body or the parameters of a call. */
export function Fields({ label, rows }: { label: string; rows: readonly SchemaRow[] }) {
  const parts = rows.length < MANY ? rows.map((row) => ({ row, inner: [] })) : partsOf(rows);
  return (
    <ul aria-label={label} className="border-t text-sm">
      {parts.map(({ row, inner }) => (
        <li key={row.path} className="border-b py-2">
          {inner.length === 0 ? (
            <Field {...row} />
          ) : (
            <details>
              <summary className="min-h-6 rounded-inner">
                <Field {...row} />
              </summary>
              <ul className="mt-2 flex flex-col gap-2 border-l pl-4">
                {inner.map((each) => (
                  <li key={each.path}>
                    <Field {...each} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The fields of the outer object and of its `data`, each with those inside it. */
function partsOf(rows: readonly SchemaRow[]) {
  const outer = rows.filter(({ path }) => !path.replace(/^data\./, '').includes('.'));
  return outer.map((row) => ({
    row,
    inner:
      row.path === 'data'
        ? []
        : rows.filter(
            ({ path }) => /^(\[\])?\./.test(path.slice(row.path.length)) && path.startsWith(row.path),
          ),
  }));
}

function Field({ path, type, isRequired, note }: SchemaRow) {
  return (
    <>
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <code translate="no" className="wrap-anywhere">
          {path}
        </code>
        <span className="min-w-0 text-muted text-xs">{isRequired ? type : `${type}, optional`}</span>
      </span>
      {note !== '' && (
        <span className="block max-w-prose text-muted">
          <Prose text={note} />
        </span>
      )}
    </>
  );
}
