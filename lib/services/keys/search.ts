import type { KeyListing } from '@/lib/domain/api-key';
import { searchIn } from '../search';

/** Searches the keys of all bots. */
export const searchKeys = searchIn<KeyListing>(({ keys }, query) => keys.search(query));
