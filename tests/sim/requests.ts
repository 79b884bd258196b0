import type { ApiResponse } from '@/lib/api/operation';
import { BOT_PATH, REPORT_PATH, USAGE_PATH } from '@/lib/contract/api-paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { pauseBot } from '@/lib/services/silences/pause';
import { keyOf, sourceOf } from './begin';
import type { Instance } from './instance';
import { type Action, type Plan, tokenOf } from './plan';

/** What a client was answered. */
export type Answer = {
  readonly status: number;
  /** The API error; `null` of a success. */
  readonly error: string | null;
  readonly isOutcomeUnknown: boolean;
  /** As `RateLimit` and its policy show them; NaN without them. */
  readonly used: number;
  readonly limit: number;
  readonly untilResetMs: number;
  readonly intervalMs: number;
  readonly retryAfterMs: number | null;
  readonly data: Readonly<Record<string, unknown>>;
};

function answerOf({ status, headers, body }: ApiResponse): Answer {
  const { error = null, message = '', data = {} } = JSON.parse(String(body));
  const field = (name: string, pattern: RegExp) =>
    Number(pattern.exec(headers[name] ?? '')?.[1] ?? Number.NaN);
  const limit = field('RateLimit-Policy', /"quota";q=(\d+)/);
  const { 'Retry-After': retryAfter } = headers;
  return {
    ...{ status, error, data, limit, isOutcomeUnknown: /may have been stored/.test(message) },
    used: limit - field('RateLimit', /"quota";r=(\d+)/),
    untilResetMs: field('RateLimit', /"quota";r=\d+;t=(-?\d+)/) * 1_000,
    intervalMs: field('RateLimit-Policy', /"interval";q=1;w=(\d+)/) * 1_000,
    retryAfterMs: retryAfter === undefined ? null : Number(retryAfter) * 1_000,
  };
}

/** Sends a request of a plan. `hangUp` is aborted when its client hangs up. `null`: of no client of the API. */
export async function send(
  { api, ports }: Instance,
  plan: Plan,
  action: Action,
  hangUp: AbortSignal,
): Promise<Answer | null> {
  const botId = plan.bots['bot' in action ? action.bot : 0]?.id ?? '';
  const ask = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${keyOf(botId)}`, 'content-type': 'application/json', ...more };
    const readBody = async () => Buffer.from(JSON.stringify(body ?? null));
    const hold = () => ({ signal: hangUp, end: () => {} });
    const request = { method, path, query: '', headers, readBody, hold };
    return answerOf(await api.respond(request, api.find(path)));
  };
  switch (action.do) {
    case 'vote': {
      const vote = { userId: String(action.user), weight: 2 };
      const more = { authorization: 'secret', 'webhook-id': `vote ${action.user}` };
      return ask('POST', `/hooks/votes/${sourceOf(botId)}`, vote, more);
    }
    case 'admin':
      await changeBot(ports, OPERATOR, botId, action.change);
      return null;
    case 'pause':
      await pauseBot(ports, OPERATOR, botId, { minutes: action.minutes });
      return null;
    case 'report': {
      const named = plan.bots[action.named]?.id ?? '';
      const userCount = 10_000 + (tokenOf(action) % 7);
      return ask('POST', REPORT_PATH, { botId: named, serverCount: tokenOf(action), userCount });
    }
    case 'usage':
      return ask('GET', USAGE_PATH);
    case 'read':
      return ask('GET', BOT_PATH.replace('{botId}', botId));
    case 'heartbeat':
      return ask('POST', '/api/v1/heartbeat');
    default:
      return null;
  }
}
