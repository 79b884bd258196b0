import { orNotFound } from '@/app/shell/or-not-found';
import { type ListOptions, listParams, type SearchParams } from '@/lib/contract/search-params';
import type { Caller } from '@/lib/domain/people/caller';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { Ports } from '@/lib/ports/ports';
import type { Result } from '@/lib/services/result';
import type { SearchPage } from '@/lib/services/search';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';

type List<Row> = ListOptions & {
  readonly path: string;
  readonly search: (ports: Ports, who: Caller, query: PageQuery) => Promise<Result<SearchPage<Row>>>;
};

/** Parses the URL of an admin list and finds its rows. Redirects to sign-in, or shows "not found" to everyone but admins. */
export async function findRows<Row>(
  { path, search, ...options }: List<Row>,
  params: Promise<SearchParams>,
): Promise<SearchPage<Row> & { readonly query: PageQuery }> {
  await requireUser(path);
  const query = listParams(options).parse(await params);
  return { ...orNotFound(await search(pagePorts(), await caller(), query)), query };
}
