import { mayAdminister, type Principal } from '@/lib/domain/principal';
import type {
  AuditRecord,
  BotListing,
  KeyListing,
  Page,
  PageQuery,
  Ports,
  Tables,
  UserListing,
} from './ports';
import { done, forbidden, type Result } from './result';

/** The admin lists: searched, sorted and cut into pages where the data is. For admins only. */

export type Found<Row> = Page<Row> & { readonly nowMs: number };

const search =
  <Row>(inTable: (tables: Tables, query: PageQuery) => Promise<Page<Row>>) =>
  async ({ directory }: Ports, who: Principal, query: PageQuery): Promise<Result<Found<Row>>> => {
    if (!mayAdminister(who)) return forbidden();
    return directory.read(async (tables, nowMs) => done({ ...(await inTable(tables, query)), nowMs }));
  };

export const searchBots = search<BotListing>(({ bots }, query) => bots.search(query));
export const searchUsers = search<UserListing>(({ users }, query) => users.search(query));
export const searchKeys = search<KeyListing>(({ keys }, query) => keys.search(query));
export const searchAudit = search<AuditRecord>(({ audit }, query) => audit.search(query));
