/** The colour mark of a series, next to its name. */
export function Swatch({ color, isHatched = false }: { color: string; isHatched?: boolean }) {
  return (
    <svg viewBox="0 0 12 12" className="inline size-3 shrink-0" aria-hidden="true">
      {isHatched ? (
        <path d="M0 12 12 0M-3 9 9-3M3 15 15 3" stroke={color} strokeWidth="2" />
      ) : (
        <rect width="12" height="12" rx="2" fill={color} />
      )}
    </svg>
  );
}
