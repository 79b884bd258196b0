import { dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query';
import { entityTag } from '@/lib/api/negotiation';
import type { Tagged } from '@/lib/queries/fetch-json';
import type { Versioned } from '@/lib/services/result';

/** What a query of a page begins with: the view that the server read, and the tag with which the browser asks for a later one. */
export async function prefetched<View extends object>({
  version,
  read,
}: Versioned<View>): Promise<Tagged<View>> {
  return { etag: entityTag(version), data: await read() };
}

/** What a HydrationBoundary needs, so that the query of `queryKey` begins with `first` in the browser. */
export function dehydratedQuery(queryKey: QueryKey, first: Tagged<object>) {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, first);
  return dehydrate(queries);
}
