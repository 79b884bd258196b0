import { UNREAD_PATH } from '@/lib/contract/dashboard-paths';
import type { UnreadView } from '@/lib/contract/unread-view';
import { taggedQuery } from './fetch-json';

/** The number at the bell. */
export const unreadQuery = taggedQuery<UnreadView>(['unread'], UNREAD_PATH);
