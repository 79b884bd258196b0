import { LRUCache } from 'lru-cache';
import { isReadStopped, isTooManyReads, type ReadTurn } from '@/lib/ports/fair-reads';

export type Png = Uint8Array<ArrayBuffer>;
type Drawing = string | Png;

/** A drawing that a request waits for. */
export type DrawingRequest<Data> = {
  /** What it is of; what is kept under it is drawn again for another `version`. */
  readonly key: string;
  readonly version: string;
  readonly form: 'svg' | 'png' | 'html' | 'json';
  /** The bot: bots take turns. */
  readonly subject: string;
  readonly read: () => Promise<Data>;
  /** Draws what `read` returned, on the event loop; `png` makes a picture of it. */
  readonly draw: (data: Data) => string;
};

type Options = {
  /** Lets two run at a time, subjects in turn (ReadQueue). */
  readonly queue: { run<R>(turn: ReadTurn, work: () => Promise<R>): Promise<R> };
  /** An SVG document as PNG; `null` if that fails. */
  readonly png: (svg: string) => Promise<Png | null>;
  /** Resolves after a time, or once the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
  /** Resolves once the event loop has served what waits. */
  readonly nextTurn: () => Promise<void>;
  /** Called for each drawing that was not kept. */
  readonly onDrawn?: ((form: DrawingRequest<unknown>['form']) => void) | undefined;
};

/** Nobody waits longer for what anyone may see. */
const WAIT_MAX_MS = 2_000;
const KEPT_BYTES_MAX = 32 * 1_024 * 1_024;

type Underway = {
  readonly drawing: Promise<Drawing | null>;
  /** Requests that wait for it, and what is aborted when the last of them has left. */
  waiting: number;
  readonly nobody: AbortController;
};

/** Draws for requests in one fair queue, and keeps the drawings used last: at most 32 MB. */
export class Drawings {
  readonly #options: Options;
  readonly #kept = new LRUCache<string, { readonly version: string; readonly drawing: Drawing }>({
    maxSize: KEPT_BYTES_MAX,
    // Two bytes a character.
    sizeCalculation: ({ drawing }, key) => 2 * (key.length + drawing.length),
  });
  readonly #underway = new Map<string, Underway>();

  constructor(options: Options) {
    this.#options = options;
  }

  kept({ key, version }: Pick<DrawingRequest<unknown>, 'key' | 'version'>): Drawing | null {
    const known = this.#kept.get(key);
    return known?.version === version ? known.drawing : null;
  }

  /**
   * Waits for a drawing with all others that want it. `null` if that takes longer than 2 s, too many of the bot wait, or
   * `signal` is aborted; what nobody waits for any more is not drawn.
   */
  async get<Data>(wanted: DrawingRequest<Data>, signal: AbortSignal): Promise<Drawing | null> {
    const id = `${wanted.version} ${wanted.key}`;
    const underway = this.#underway.get(id) ?? this.#begin(id, wanted);
    underway.waiting++;
    const left = new AbortController();
    const leave = () => left.abort();
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    try {
      return await Promise.race([
        underway.drawing,
        this.#options.wait(WAIT_MAX_MS, left.signal).then(() => null),
      ]);
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
      if (--underway.waiting === 0) this.#end(id, underway);
    }
  }

  #begin<Data>(id: string, { key, version, form, subject, read, draw }: DrawingRequest<Data>): Underway {
    const nobody = new AbortController();
    const { signal } = nobody;
    const work = async (): Promise<Drawing | null> => {
      const data = await read();
      // Other requests are served between two drawings.
      await this.#options.nextTurn();
      if (signal.aborted) return null;
      this.#options.onDrawn?.(form);
      const text = draw(data);
      const drawing = form === 'png' ? await this.#options.png(text) : text;
      if (drawing !== null) this.#kept.set(key, { version, drawing });
      return drawing;
    };
    const drawing = this.#options.queue.run({ subject, signal }, work).catch((error) => {
      if (isReadStopped(error) || isTooManyReads(error)) return null;
      throw error;
    });
    const underway = { drawing, waiting: 0, nobody };
    this.#underway.set(id, underway);
    return underway;
  }

  #end(id: string, underway: Underway): void {
    if (this.#underway.get(id) === underway) this.#underway.delete(id);
    underway.nobody.abort();
  }
}
