/** One changed field as text; `null` for a missing value. */
export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** Changed fields, the old value struck through. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{field}: </span>
          {before !== null && (
            <del>
              <bdi>{before}</bdi>
            </del>
          )}
          {before !== null && after !== null && ' → '}
          {after !== null && (
            <ins className="no-underline">
              <bdi>{after}</bdi>
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
