/** A place on the page. */
export type Place = { readonly id: string; readonly label: string; readonly isCode?: boolean };

/** The list of contents: next to the text on wide screens, where it stays in view, and above it on others. */
export function Contents({ places }: { places: readonly Place[] }) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-4 lg:self-start">
      <h2 className="mb-1 font-semibold text-sm">On this page</h2>
      <ul className="flex flex-col">
        {places.map(({ id, label, isCode = false }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="wrap-anywhere flex min-h-8 items-center rounded-inner py-1 text-muted underline-offset-4 hover:text-ink hover:underline"
            >
              {isCode ? (
                <code translate="no" className="text-xs">
                  {label}
                </code>
              ) : (
                label
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
