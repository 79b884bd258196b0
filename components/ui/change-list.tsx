import { Link } from './link';

/** One changed field as text; `null` for a missing value. A value may be a link. */
export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly beforeHref?: string | null;
  readonly afterHref?: string | null;
};

/** Changed fields, the old value struck through. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul>
      {changes.map(({ field, before, after, beforeHref = null, afterHref = null }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{`${field}: `}</span>
          {before !== null && (
            <del>
              <Value text={before} href={beforeHref} />
            </del>
          )}
          {before !== null && after !== null && <span>{' → '}</span>}
          {after !== null && (
            <ins className="no-underline">
              <Value text={after} href={afterHref} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({ text, href }: { text: string; href: string | null }) {
  if (href === null) return <bdi>{text}</bdi>;
  return (
    <Link href={href} className="underline underline-offset-4">
      <bdi>{text}</bdi>
    </Link>
  );
}
