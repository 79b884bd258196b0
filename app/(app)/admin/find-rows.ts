import { orNotFound } from '@/app/shell/or-not-found';
import type { Caller } from '@/lib/domain/people/caller';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { Ports } from '@/lib/ports/ports';
import type { Result } from '@/lib/services/result';
import type { Found } from '@/lib/services/search';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { type ListParams, parseListQuery } from '@/lib/view/list-query';

type List<Row> = {
  readonly path: string;
  /** The sort orders of the list; the first is the default. */
  readonly sorts: readonly string[];
  readonly isDescendingByDefault?: boolean;
  readonly filters?: readonly string[];
  readonly search: (ports: Ports, who: Caller, query: PageQuery) => Promise<Result<Found<Row>>>;
};

/** Parses the URL of an admin list and finds its rows. Redirects to sign-in, or shows "not found" to everyone but admins. */
export async function findRows<Row>(
  { path, sorts, isDescendingByDefault = false, filters = [], search }: List<Row>,
  params: Promise<ListParams>,
): Promise<Found<Row> & { readonly query: PageQuery }> {
  await requireUser(path);
  const query = parseListQuery(await params, sorts, isDescendingByDefault, filters);
  return { ...orNotFound(await search(pagePorts(), await caller(), query)), query };
}
