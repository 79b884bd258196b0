import type { UserListing } from '@/lib/domain/user';
import { searchIn } from '../search';

/** Searches all people. */
export const searchUsers = searchIn<UserListing>(({ users }, query) => users.search(query));
