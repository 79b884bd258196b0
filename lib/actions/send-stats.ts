'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import { parseTimeZone } from '@/lib/domain/people/caller';
import { retryAfterSeconds } from '@/lib/domain/reports/interval';
import { DASHBOARD } from '@/lib/domain/reports/refusal';
import { type SentStats, sendStats } from '@/lib/services/calls/send';
import { done, type Refusal } from '@/lib/services/result';
import { container } from '@/lib/session/container';
import { parseCount } from '@/lib/view/number-input';
import { countsErrors, sendRefusalText } from '@/lib/view/send-refusal';
import { type TimeZoned, UTC } from '@/lib/view/times';
import { formAction } from './form-action';

/** Sends a report for a bot; its counts are written as the reader does. */
export const sendStatsAction = formAction(
  z.object({
    botId: textField,
    serverCount: textField,
    userCount: textField,
    shardCount: textField,
    timeZone: textField,
  }),
  async (ports, who, { botId, serverCount, userCount, shardCount, timeZone }) => {
    const reader = { timeZone: parseTimeZone(timeZone) ?? UTC.timeZone };
    const counts = {
      serverCount: numberIn(serverCount),
      userCount: numberIn(userCount),
      shardCount: numberIn(shardCount),
    };
    const { pageRequests, metrics } = container();
    const result = await sendStats(ports, who, botId, counts, () => pageRequests.hold());
    if (!result.ok) return result;
    const sent = result.value;
    metrics?.report(outcomeOf(sent), 'form');
    if (sent.kind === 'decided' && sent.outcome.kind === 'served') return done(null);
    record(botId, sent);
    return { ok: false, refusal: refusalOf(sent, reader) };
  },
  { name: 'stats.send', message: 'The report is accepted.', refreshes: false },
);

/** Records a refused report for the bot's activity, like one over the API. */
function record(botId: string, sent: SentStats): void {
  if (sent.kind === 'invalid' || sent.outcome.kind === 'served') return;
  container().refusals.note({
    of: { botId },
    operation: DASHBOARD,
    error: sent.outcome.error,
    message: refusalOf(sent, UTC).message,
    requestId: '',
    atMs: sent.nowMs,
  });
}

function outcomeOf(sent: SentStats) {
  if (sent.kind === 'invalid') return 'invalid_body';
  return sent.outcome.kind === 'served' ? 'accepted' : sent.outcome.error;
}

/** The number in a field; other text unchanged, which the service refuses; `undefined` for an empty field. */
function numberIn(field: string): unknown {
  const typed = field.trim();
  return typed === '' ? undefined : (parseCount(typed) ?? typed);
}

function refusalOf(sent: SentStats, reader: TimeZoned): Refusal {
  if (sent.kind === 'invalid') {
    const fields = sent.issues.map(({ path }) => path);
    const errors = countsErrors(fields);
    return { code: 'invalid', message: 'Nothing was sent: some of the numbers are invalid.', errors };
  }
  if (sent.outcome.kind === 'served') return { code: 'conflict', message: '' };
  const waitMs = retryAfterSeconds(sent.account, sent.nowMs) * 1_000;
  const message = sendRefusalText(sent.outcome.error, { waitMs, atMs: sent.nowMs + waitMs }, reader);
  return { code: 'conflict', message };
}
