import { OPERATOR } from '@/lib/domain/people/caller';
import { decideRead } from '@/lib/domain/reports/decide';
import type { Ports, Snapshot } from '@/lib/ports/ports';
import { changeBot } from '@/lib/services/bots/change';
import { readUsage, receiveHeartbeat } from '@/lib/services/calls/calls';
import { reportStats, reportWhenDue } from '@/lib/services/calls/report';
import { pauseBot } from '@/lib/services/silences/pause';
import type { VoteInbox } from '@/lib/services/votes/inbox';
import { findSourceOf, receiveVote } from '@/lib/services/votes/receive';
import type { Answer } from './answer';
import { keyHashOf, sourceOf } from './begin';
import { type Action, type CallAction, type Plan, tokenOf } from './plan';

/** What serves a request: the ports and the inbox of an instance. */
export type Server = { readonly ports: Ports; readonly inbox: VoteInbox; readonly name: string };

/** Serves a request of a plan by the real services. `hangUp` is aborted when its client hangs up. */
export async function serve(
  server: Server,
  plan: Plan,
  action: Action,
  hangUp = new AbortController().signal,
): Promise<Answer> {
  const { ports, inbox, name } = server;
  const botId = plan.bots['bot' in action ? action.bot : 0]?.id ?? '';
  const ref = { keyHash: keyHashOf(botId) };
  switch (action.do) {
    case 'vote': {
      const found = await findSourceOf(ports, sourceOf(botId));
      if (found === null) return { kind: 'none' };
      const text = JSON.stringify({ userId: `user ${action.user}`, weight: 2 });
      const header = (field: string) => (field === 'webhook-id' ? `vote ${action.user}` : null);
      const received = await receiveVote(ports, inbox, found, { header, body: new Uint8Array(), text });
      return received.kind === 'taken' ? { kind: 'voted', outcome: received.outcome } : { kind: 'none' };
    }
    case 'admin':
      await changeBot(ports, OPERATOR, botId, action.change);
      return { kind: 'changed' };
    case 'pause':
      await pauseBot(ports, OPERATOR, botId, { minutes: action.minutes });
      return { kind: 'changed' };
    case 'report':
    case 'usage':
    case 'read':
    case 'heartbeat': {
      const seen = await ports.store.find(ref);
      if (seen === null) return { kind: 'none' };
      if (action.do === 'report') return report(ports, plan, action, ref, seen, hangUp);
      if (action.do === 'usage') return answerOf(await readUsage(ports, ref, seen));
      if (action.do === 'read') return answerOf(await ports.store.call(ref, decideRead('bot'), seen));
      const heard = await receiveHeartbeat(ports, { kind: 'key', botId, ...ref }, seen);
      return { kind: 'heard', atMs: heard?.nowMs ?? 0, instance: name };
    }
    default:
      return { kind: 'none' };
  }
}

async function report(
  ports: Ports,
  plan: Plan,
  action: Action & CallAction,
  ref: { readonly keyHash: string },
  seen: Snapshot,
  signal: AbortSignal,
): Promise<Answer> {
  const named = plan.bots[action.named]?.id ?? '';
  const counts = { serverCount: tokenOf(action), userCount: 10_000 + (tokenOf(action) % 7), shardCount: 1 };
  const first = await reportStats(ports, ref, named, counts, seen);
  if (first === null) return { kind: 'none' };
  const { outcome } = first;
  if (outcome.kind !== 'early') return answerOf({ ...first, outcome });
  const hold = () => ({ signal, end: () => {} });
  return answerOf(await reportWhenDue(ports, ref, named, counts, outcome, { hold }));
}

type Called = Awaited<ReturnType<typeof readUsage>> | Awaited<ReturnType<typeof reportWhenDue>>;

function answerOf(called: Called): Answer {
  if (called === null) return { kind: 'none' };
  const { account, nowMs, outcome } = called;
  if (outcome.kind === 'refused') return { kind: 'refused', account, nowMs, error: outcome.error };
  return { kind: 'served', account, nowMs };
}
