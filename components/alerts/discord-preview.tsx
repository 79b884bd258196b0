import { Time } from '@/components/ui/time';

export type PreviewedMessage = {
  readonly title: string;
  readonly description: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly atMs: number;
};

/** An embed as Discord draws it, with an event that has not happened. */
export function DiscordPreview({ title, description, colour, atMs }: PreviewedMessage) {
  return (
    <figure className="mt-2 max-w-md">
      <div className="rounded border bg-inset p-3 text-sm" style={{ borderLeft: `4px solid ${colour}` }}>
        <p className="wrap-anywhere font-semibold">{title}</p>
        <p className="wrap-anywhere mt-1 whitespace-pre-line">{description}</p>
        <p className="mt-2 text-muted text-xs">
          <Time atMs={atMs} />
        </p>
      </div>
      <figcaption className="mt-1 text-muted text-xs">An example: this has not happened.</figcaption>
    </figure>
  );
}
