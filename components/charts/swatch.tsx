import { Drawing } from '@/components/ui/drawing';
import { markup } from '@/lib/view/markup';

/** The colour mark of a series, next to its name. */
export function Swatch({ color, isHatched = false }: { color: string; isHatched?: boolean }) {
  const drawn = isHatched
    ? markup`<path d="M0 12 12 0M-3 9 9-3M3 15 15 3" stroke="${color}" stroke-width="2"/>`
    : markup`<rect width="12" height="12" rx="2" fill="${color}"/>`;
  return <Drawing viewBox="0 0 12 12" className="inline size-3 shrink-0" aria-hidden="true" markup={drawn} />;
}
