import type { Caller } from '@/lib/domain/people/caller';
import type { Page, PageQuery } from '@/lib/domain/text/paging';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, type Result } from './result';
import { may } from './rights';

export type SearchPage<Row> = Page<Row> & { readonly nowMs: number };

/** Creates a search service for an admin list; the database searches, sorts and pages. Admins only. */
export const searchIn =
  <Row>(inTable: (tables: Tables, query: PageQuery, nowMs: number) => Promise<Page<Row>>) =>
  async ({ directory }: Ports, who: Caller, query: PageQuery): Promise<Result<SearchPage<Row>>> => {
    if (!may(who, null, 'administer')) return forbidden();
    return directory.read(async (tables, nowMs) => done({ ...(await inTable(tables, query, nowMs)), nowMs }));
  };
