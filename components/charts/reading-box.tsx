import type { Elements } from '@/components/ui/elements';

/** The values at the crosshair. */
export type Reading = {
  readonly title: string;
  readonly lines: readonly {
    readonly name: string;
    readonly value: string;
    readonly detail: string | null;
    readonly swatch: Elements;
  }[];
};

const WIDTH_PX = 208;
const DISTANCE_PX = 8;

/** The box beside the crosshair, on the side with more space and never outside of the chart. */
export function ReadingBox({ reading, position }: { reading: Reading; position: number }) {
  const at = `${position * 100}%`;
  const left =
    position < 0.5
      ? `min(${at} + ${DISTANCE_PX}px, 100% + 16px - ${WIDTH_PX}px)`
      : `max(${at} - ${DISTANCE_PX + WIDTH_PX}px, -48px)`;
  return (
    <div
      style={{ left, width: WIDTH_PX }}
      className="absolute top-0 z-10 rounded-inner border border-line-strong bg-surface px-2 py-1 text-xs"
    >
      <p className="text-muted">{reading.title}</p>
      {reading.lines.map(({ name, value, detail, swatch }) => (
        <div key={name}>
          <p className="flex items-center gap-2">
            {swatch}
            <span>{name}</span>
            <span className="ml-auto font-medium">{value}</span>
          </p>
          {detail !== null && <p className="text-right text-muted">{detail}</p>}
        </div>
      ))}
    </div>
  );
}
