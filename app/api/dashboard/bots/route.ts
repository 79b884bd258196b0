import { listOwnBots } from '@/lib/services/list-own-bots';
import { answer } from '../answer';

export const dynamic = 'force-dynamic';

/** The signed-in person's bots, for the list page. */
export const GET = () => answer(listOwnBots);
