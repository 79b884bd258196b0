import { queryOptions } from '@tanstack/react-query';
import type { BotView } from '@/lib/contract/bot-view';
import { BOT_VIEW_PATH, OWN_BOTS_PATH } from '@/lib/contract/dashboard-paths';
import { type OwnBotsView, ownBotsParams } from '@/lib/contract/own-bots';
import type { BotListQuery } from '@/lib/domain/bot-list-query';
import type { Range } from '@/lib/domain/history';

/** Below the 5 s within which a report must show on its bot's page. Polling pauses while the tab is hidden. */
const REFRESH_MS = 3_000;

/** A failed read; `isGone` if the bot or the session no longer exists, so a retry is useless. */
export class ReadError extends Error {
  readonly isGone: boolean;
  readonly isSignedOut: boolean;

  constructor(status: number) {
    super(`The page could not be refreshed (${status}).`);
    this.isSignedOut = status === 401;
    this.isGone = status === 401 || status === 403 || status === 404;
  }
}

/** The last response to each path with its entity tag: the server says when nothing has changed since. */
const latest = new Map<string, { readonly etag: string; readonly value: unknown }>();

async function read<T>(path: string, signal: AbortSignal): Promise<T> {
  const known = latest.get(path);
  const headers: HeadersInit = known === undefined ? {} : { 'If-None-Match': known.etag };
  const response = await fetch(path, { signal, cache: 'no-store', headers });
  if (response.status === 304) return known?.value as T;
  if (!response.ok) throw new ReadError(response.status);
  const value: T = await response.json();
  const etag = response.headers.get('ETag');
  if (etag !== null) latest.set(path, { etag, value });
  return value;
}

const isGone = (error: Error | null): boolean => error instanceof ReadError && error.isGone;

/** The query of a bot's page, polled every few seconds. */
export const botQuery = (botId: string, range: Range) =>
  queryOptions<BotView>({
    queryKey: ['bot', botId, range],
    queryFn: ({ signal }) =>
      read<BotView>(`${BOT_VIEW_PATH.replace('{botId}', botId)}?range=${range}`, signal),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : REFRESH_MS),
    retry: false,
  });

/** The query of the list of own bots, polled every few seconds. */
export const ownBotsQuery = (query: BotListQuery) =>
  queryOptions<OwnBotsView>({
    queryKey: ['bots', query],
    queryFn: ({ signal }) => read<OwnBotsView>(`${OWN_BOTS_PATH}?${ownBotsParams(query)}`, signal),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : REFRESH_MS),
    retry: false,
  });
