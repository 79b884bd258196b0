import { BLOCKS_IM, type Delta, type Parts, type Versioned, withDelta } from '@/lib/contract/parts';
import { read } from './read';
import { ReadError } from './read-error';

/** Below the 5 s within which a report must show on its bot's page. */
const REFRESH_MS = 3_000;
/** Of a hidden tab, whose title and icon can be seen. */
const HIDDEN_REFRESH_MS = 60_000;

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** The latest parts, and why they may be out of date. The same object until one of them changes. */
export type LiveState<P> = { readonly parts: P; readonly error: Error | null };

export type LiveRead<P> = {
  readonly state: () => LiveState<P>;
  /** Reads again now, e.g. after a change by the reader. Resolves to whether the parts are up to date. */
  readonly refresh: () => Promise<boolean>;
  /** Reads every REFRESH_MS while there is a listener, less often while the tab is hidden, unless bot or session is gone. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Keeps what the server rendered up to date; `path` is read for what changed since. */
export function liveRead<Rest, Block extends object>(
  path: string,
  first: Versioned<Parts<Rest, Block>>,
): LiveRead<Parts<Rest, Block>> {
  let { etag } = first;
  let state: LiveState<Parts<Rest, Block>> = { parts: first.parts, error: null };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  function set(next: Partial<typeof state>) {
    if (Object.entries(next).every(([name, value]) => state[name as keyof typeof state] === value)) return;
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function stop() {
    clearTimeout(timer);
    running?.abort();
  }

  async function refresh() {
    stop();
    const own = new AbortController();
    running = own;
    try {
      const headers = { 'A-IM': BLOCKS_IM, 'If-None-Match': etag };
      const response = await read(path, { headers, signal: own.signal });
      // Too many reads at once: what is shown stays, and is read again.
      if (response.status === 429) return later();
      if (!response.ok && response.status !== 304) throw new ReadError(response.status);
      const delta: Delta<Rest, Block> | null = response.status === 304 ? null : await response.json();
      if (own.signal.aborted) return;
      if (delta !== null) etag = response.headers.get('ETag') ?? '';
      set({ ...(delta !== null && { parts: withDelta(state.parts, delta) }), error: null });
    } catch (error) {
      if (own.signal.aborted) return;
      set({ error: error instanceof Error ? error : new Error(String(error)) });
    }
    later();
  }

  function later() {
    const isGone = state.error instanceof ReadError && state.error.isGone;
    if (listeners.size > 0 && !isGone)
      timer = setTimeout(refresh, isHidden() ? HIDDEN_REFRESH_MS : REFRESH_MS);
  }

  function turned() {
    stop();
    if (isHidden()) later();
    else void refresh();
  }

  return {
    state: () => state,
    async refresh() {
      await refresh();
      return state.error === null;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', turned);
        later();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        document.removeEventListener('visibilitychange', turned);
        stop();
      };
    },
  };
}
