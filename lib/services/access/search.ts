import type { AccessRecord } from '@/lib/domain/access';
import { searchIn } from '../search';

/** Searches sign-ins and denials. */
export const searchAccess = searchIn<AccessRecord>(({ access }, query) => access.search(query));
