import dark from './dashboard-dark.webp';
import light from './dashboard-light.webp';

/** What the product looks like, in the reader's theme: the page of a bot of `npm run demo`. */
export function ProductPicture() {
  return (
    <figure className="max-h-80 overflow-hidden rounded border bg-surface sm:max-h-none">
      <Picture {...light} className="dark:hidden" />
      <Picture {...dark} className="hidden dark:block" />
    </figure>
  );
}

type PictureProps = { src: string; width: number; height: number; className: string };

/** Loaded lazily, so that the one that is not shown is not loaded. On phones its top left part, large enough to be read. */
function Picture({ src, width, height, className }: PictureProps) {
  return (
    // biome-ignore lint/performance/noImgElement: next/image adds scripts to a page that has none of its own
    <img
      {...{ src, width, height }}
      loading="lazy"
      alt="The page of a bot: its quota gauge, the countdown to its reset, its reports and its server count over time"
      className={`h-auto w-160 max-w-none sm:w-full ${className}`}
    />
  );
}
