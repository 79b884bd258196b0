import { type QueryKey, queryOptions } from '@tanstack/react-query';

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
    this.retryAfterMs = this.isBusy ? (Number(headers.get('Retry-After')) || 0) * 1_000 : 0;
  }
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
  if (response.status === 304 && known) return known;
  if (!response.ok) throw new ReadError(response);
  return { etag: response.headers.get('ETag') ?? '', data: await response.json() };
}

/** The query of a path, whose version is asked for again and again. */
export const taggedQuery = <View>(queryKey: QueryKey, path: string) =>
  queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      fetchJson<View>(path, { signal, known: client.getQueryData<Tagged<View>>(queryKey) }),
  });
