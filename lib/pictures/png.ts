import { LRUCache } from 'lru-cache';
import { RequestThread } from '@/lib/threads/request-thread';

export type PictureRequest = { readonly svg: string };

/** Drawings, of which the ones used last are kept: at most 32 MB. */
export type Pictures = {
  /**
   * The drawing of `key`. It is drawn again when what it shows, `shown`, is another object; `null` for one that is always the
   * same.
   */
  readonly svg: (key: string, shown: object | null, draw: () => string) => string;
  /** An SVG document as PNG; `null` if it would wait for longer than 2 s, too many wait already, or the thread has failed. */
  readonly png: (svg: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly close: () => Promise<void>;
};

/** Each takes about 15 ms of the thread. */
const WAIT_MAX_MS = 2_000;
const WAITING_MAX = 100;
const KEPT_BYTES_MAX = 32 * 1_024 * 1_024;

type Options = {
  /** The bundle of png-thread-program.ts, and the folder of its fonts, from the project's root. */
  readonly program?: string;
  readonly fonts?: string;
  /** Resolves after a time. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
  /** Called for each drawing that was not kept. */
  readonly onDrawn?: ((form: 'svg' | 'png') => void) | undefined;
};

type Png = Uint8Array<ArrayBuffer>;

/**
 * Draws SVG on the event loop, which takes less than a millisecond, and PNG by resvg in a thread of its own, one at a time, so
 * that calls do not wait for them. The thread starts with the first picture.
 */
export function createPictures({
  program = 'dist/png-thread.mjs',
  fonts = 'lib/pictures/fonts',
  wait,
  onDrawn,
}: Options): Pictures {
  const thread = new RequestThread<PictureRequest, Png>({
    program,
    workerData: { fonts },
    closed: () => new Error('Pictures are no longer drawn.'),
    failed: (cause) => new Error('The thread that draws pictures has ended.', { cause }),
  });
  const kept = new LRUCache<string, { readonly shown: object | null; readonly picture: string | Png }>({
    maxSize: KEPT_BYTES_MAX,
    // Two bytes a character; the key of a PNG is its SVG.
    sizeCalculation: ({ picture }, key) => 2 * (key.length + picture.length),
  });
  /** Those that are being drawn, by their SVG. */
  const waiting = new Map<string, Promise<Png | null>>();

  const draw = (svg: string): Promise<Png | null> => {
    if (waiting.size >= WAITING_MAX) return Promise.resolve(null);
    onDrawn?.('png');
    // A thread that has ended starts again with the next picture.
    const drawing = thread.request({ svg }).then(
      (picture) => {
        kept.set(svg, { shown: null, picture });
        return picture;
      },
      () => null,
    );
    waiting.set(svg, drawing);
    return drawing.finally(() => waiting.delete(svg));
  };

  return {
    svg(key, shown, drawNow) {
      const known = kept.get(key);
      if (typeof known?.picture === 'string' && known.shown === shown) return known.picture;
      onDrawn?.('svg');
      const picture = drawNow();
      kept.set(key, { shown, picture });
      return picture;
    },
    async png(svg) {
      const known = kept.get(svg)?.picture;
      if (known !== undefined && typeof known !== 'string') return known;
      const ended = new AbortController();
      const late = wait(WAIT_MAX_MS, ended.signal).then(() => null);
      try {
        return await Promise.race([waiting.get(svg) ?? draw(svg), late]);
      } finally {
        ended.abort();
      }
    },
    close: () => thread.close(),
  };
}
