'use server';

import { headers } from 'next/headers';
import { container } from '@/lib/container';
import type { FormState } from '@/lib/contract/form-state';
import type { ReportRefusal } from '@/lib/domain/decide';
import { retryAfterSeconds } from '@/lib/domain/rate-limit';
import { DASHBOARD } from '@/lib/domain/refusal';
import type { ReportOutcome } from '@/lib/http/metrics';
import { PAGE_HOLD_HEADER } from '@/lib/http/page-holds';
import { type SentStats, sendStats } from '@/lib/services/calls/send';
import { act } from './act';
import { field } from './fields';
import { formState, typedIn } from './form-result';

/** Sends a report for the bot `botId` from `serverCount`, `userCount` and `shardCount`. */
export async function sendStatsAction(_: FormState, form: FormData): Promise<FormState> {
  const counts = {
    serverCount: numberIn(form, 'serverCount'),
    userCount: numberIn(form, 'userCount'),
    shardCount: numberIn(form, 'shardCount'),
  };
  const hold = container().pageHolds.find((await headers()).get(PAGE_HOLD_HEADER));
  const result = await act('stats.send', (ports, who) =>
    sendStats(ports, who, field(form, 'botId'), counts, hold),
  );
  if (result.ok) container().metrics?.report(outcomeOf(result.value), 'form');
  if (!result.ok || (result.value.kind === 'decided' && result.value.outcome.kind === 'served')) {
    return formState(form, result, 'The report is accepted.', () => null);
  }
  const refusal = refusalOf(result.value);
  record(field(form, 'botId'), result.value, refusal.message ?? '');
  return { status: 'refused', typed: typedIn(form), value: null, ...refusal };
}

/** Records a refused report for the bot's activity, like one over the API. */
function record(botId: string, sent: SentStats, message: string): void {
  if (sent.kind === 'invalid' || sent.outcome.kind === 'served') return;
  const { error } = sent.outcome;
  container().refusals.note({
    of: { botId },
    endpoint: DASHBOARD,
    error,
    message,
    requestId: '',
    atMs: sent.nowMs,
  });
}

function outcomeOf(sent: SentStats): ReportOutcome {
  if (sent.kind === 'invalid') return 'invalid_body';
  return sent.outcome.kind === 'served' ? 'accepted' : sent.outcome.error;
}

/** Converts a field to its JSON value: digits to a number, an empty field to `undefined`, other text unchanged. */
function numberIn(form: FormData, name: string): unknown {
  const text = field(form, name).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text || undefined;
}

function refusalOf(sent: SentStats): Pick<FormState, 'message' | 'errors'> {
  if (sent.kind === 'invalid') {
    const errors = Object.fromEntries(sent.issues.map(({ path, message }) => [path, message]));
    return { message: 'Nothing was sent: some of the numbers are invalid.', errors };
  }
  if (sent.outcome.kind === 'served') return { message: null, errors: {} };
  const seconds = retryAfterSeconds(sent.account, sent.nowMs);
  const at = new Date(sent.nowMs + seconds * 1_000).toISOString();
  return {
    message: SENTENCES[sent.outcome.error](`${at.slice(0, 19).replace('T', ' ')} UTC`, seconds),
    errors: {},
  };
}

const SENTENCES: Record<ReportRefusal, (at: string, seconds: number) => string> = {
  update_too_soon: (at, s) => `Too soon: the next report is accepted in ${s} seconds, at ${at}.`,
  quota_exceeded: (at) => `No calls are left in this cycle: the next report is accepted at ${at}.`,
  bot_disabled: () => 'An administrator has disabled this bot.',
  bot_mismatch: () => 'This is another bot.',
};
