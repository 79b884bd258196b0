import { listOwnBots } from '@/lib/services/bots/list-own';
import { parsePage } from '@/lib/view/list-query';
import { respond } from '../respond';

export const dynamic = 'force-dynamic';

/** One `?page=` of the signed-in person's bots, for the list page. */
export function GET(request: Request) {
  const page = parsePage(new URL(request.url).searchParams.get('page'));
  return respond((ports, who) => listOwnBots(ports, who, page));
}
