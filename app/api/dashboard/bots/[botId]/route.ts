import { parseRange } from '@/lib/domain/history';
import { readBot } from '@/lib/services/bots/read';
import { respond } from '../../respond';

export const dynamic = 'force-dynamic';

/** One bot with its reports of `?range=`, for its page. */
export async function GET(request: Request, { params }: { params: Promise<{ botId: string }> }) {
  const { botId } = await params;
  const range = parseRange(new URL(request.url).searchParams.get('range'));
  return respond((ports, who) => readBot(ports, who, botId, range));
}
