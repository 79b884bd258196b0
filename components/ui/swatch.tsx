import { Drawing } from '@/components/ui/drawing';
import { markup } from '@/lib/view/markup';

type SwatchProps = {
  color: string;
  kind?: 'line' | 'dots' | 'bar' | 'hatched' | 'band' | 'before' | 'forecast' | undefined;
};

/** The mark of a series, next to its name. */
export function Swatch({ color, kind = 'line' }: SwatchProps) {
  const solid = markup`<rect width="12" height="12" rx="2" fill="${color}"/>`;
  const drawn = {
    line: solid,
    dots: solid,
    bar: solid,
    hatched: markup`<path d="M0 12 12 0M-3 9 9-3M3 15 15 3" stroke="${color}" stroke-width="2"/>`,
    band: markup`<rect x=".5" y=".5" width="11" height="11" rx="2" fill="${color}" fill-opacity=".16" stroke="${color}" stroke-opacity=".6"/>`,
    before: markup`<path d="M0 6H12" stroke="${color}" stroke-width="2" stroke-dasharray="4 4"/>`,
    forecast: markup`<path d="M0 6H12" stroke="${color}" stroke-width="2" stroke-dasharray="2 3"/>`,
  };
  return (
    <Drawing viewBox="0 0 12 12" className="inline size-3 shrink-0" aria-hidden="true" markup={drawn[kind]} />
  );
}
