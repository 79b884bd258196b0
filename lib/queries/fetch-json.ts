import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { BUILD_HEADER } from '@/lib/contract/api-paths';

/** What was read, and the entity tag of its version; `''` if it is to be read again whatever the version. */
export type Tagged<View> = { readonly etag: string; readonly data: View };

/** A read that was refused. */
export class ReadError extends Error {
  readonly isSignedOut: boolean;
  /** The bot or the session no longer exists, so a retry is useless. */
  readonly isGone: boolean;
  /** Too many reads at once: what is shown stays, and is read again after `retryAfterMs`. */
  readonly isBusy: boolean;
  readonly retryAfterMs: number;

  constructor({ status, headers }: Response) {
    super(`The page could not be refreshed (${status}).`);
    this.isSignedOut = status === 401;
    this.isGone = status === 401 || status === 403 || status === 404;
    this.isBusy = status === 429;
    // A proxy may leave the field out, or send a date; a timer of more than 24 days would fire at once.
    const seconds = Math.min(60, Math.max(1, Number(headers.get('Retry-After')) || 1));
    this.retryAfterMs = this.isBusy ? seconds * 1_000 : 0;
  }
}

/** Whether what is shown may be out of date. Of too many reads at once the next one soon gets a response. */
export const isOutdated = (error: Error | null): boolean =>
  error !== null && !(error instanceof ReadError && error.isBusy);

let updated = false;
const listeners = new Set<() => void>();

function compareBuilds(build: string | null): void {
  if (updated || build === null || build === document.documentElement.dataset.build) return;
  updated = true;
  for (const listener of listeners) listener();
}

/** Whether the service has been updated since this page was loaded: known after its next read. */
export const isUpdated = (): boolean => updated;

export function subscribeToUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads a path of the dashboard; `known` itself if it is still the current version. */
export async function fetchJson<View>(
  path: string,
  { signal, known }: { signal?: AbortSignal; known?: Tagged<View> | undefined } = {},
): Promise<Tagged<View>> {
  const response = await fetch(path, {
    ...({ cache: 'no-store', referrerPolicy: 'no-referrer' } as const),
    ...(signal && { signal }),
    ...(known && { headers: { 'If-None-Match': known.etag } }),
  });
  compareBuilds(response.headers.get(BUILD_HEADER));
  if (response.status === 304 && known) return known;
  if (!response.ok) throw new ReadError(response);
  return { etag: response.headers.get('ETag') ?? '', data: await response.json() };
}

/** How often a read for a file asks again for its turn. */
const WAITS_MAX = 60;

/** Reads a part of a file: while too many reads of the person wait, asks again as late as the service says. */
export async function fetchInTurn<View>(path: string): Promise<View> {
  for (let waits = 0; ; waits++) {
    try {
      return (await fetchJson<View>(path)).data;
    } catch (error) {
      if (!(error instanceof ReadError && error.isBusy) || waits === WAITS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs));
    }
  }
}

/** The query of a path, whose version is asked for again and again. `onRead` is for queries that show a part of the same. */
export const taggedQuery = <View>(
  queryKey: QueryKey,
  path: string,
  onRead?: (view: View, queries: QueryClient) => void,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<Tagged<View>>(queryKey);
      const read = await fetchJson<View>(path, { signal, known });
      onRead?.(read.data, client);
      return read;
    },
  });
