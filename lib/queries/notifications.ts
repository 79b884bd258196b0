import { UNREAD_PATH } from '@/lib/contract/api-paths';
import type { UnreadView } from '@/lib/contract/views';
import { taggedQuery } from './fetch-json';

/** The number at the bell. */
export const unreadQuery = taggedQuery<UnreadView>(['unread'], UNREAD_PATH);
