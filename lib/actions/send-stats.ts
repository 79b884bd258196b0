'use server';

import { container } from '@/lib/container';
import type { FormState } from '@/lib/contract/form-state';
import { retryAfterSeconds } from '@/lib/domain/reports/interval';
import { DASHBOARD } from '@/lib/domain/reports/refusal';
import { type SentStats, sendStats } from '@/lib/services/calls/send';
import { parseCount } from '@/lib/view/number-input';
import { countsErrors, sendRefusalText } from '@/lib/view/send-refusal';
import type { TimeZoned } from '@/lib/view/times';
import { act } from './act';
import { field, NEUTRAL_READER, readerIn } from './fields';
import { formState, typedIn } from './form-result';

/** Sends a report for the bot `botId` from `serverCount`, `userCount` and `shardCount`, written as the reader does. */
export async function sendStatsAction(_: FormState, form: FormData): Promise<FormState> {
  const reader = readerIn(form);
  const counts = {
    serverCount: numberIn(form, 'serverCount', reader),
    userCount: numberIn(form, 'userCount', reader),
    shardCount: numberIn(form, 'shardCount', reader),
  };
  const result = await act('stats.send', (ports, who) =>
    sendStats(ports, who, field(form, 'botId'), counts, () => container().pageRequests.hold()),
  );
  if (result.ok) container().metrics?.report(outcomeOf(result.value), 'form');
  if (!result.ok || (result.value.kind === 'decided' && result.value.outcome.kind === 'served')) {
    return formState(form, result, 'The report is accepted.', () => null);
  }
  record(field(form, 'botId'), result.value);
  return { status: 'refused', typed: typedIn(form), value: null, ...refusalOf(result.value, reader) };
}

/** Records a refused report for the bot's activity, like one over the API. */
function record(botId: string, sent: SentStats): void {
  if (sent.kind === 'invalid' || sent.outcome.kind === 'served') return;
  container().refusals.note({
    of: { botId },
    operation: DASHBOARD,
    error: sent.outcome.error,
    message: refusalOf(sent, NEUTRAL_READER).message ?? '',
    requestId: '',
    atMs: sent.nowMs,
  });
}

function outcomeOf(sent: SentStats) {
  if (sent.kind === 'invalid') return 'invalid_body';
  return sent.outcome.kind === 'served' ? 'accepted' : sent.outcome.error;
}

/** The number in a field; other text unchanged, which the service refuses; `undefined` for an empty field. */
function numberIn(form: FormData, name: string, { locale }: TimeZoned): unknown {
  const text = field(form, name).trim();
  return text === '' ? undefined : (parseCount(text, locale) ?? text);
}

function refusalOf(sent: SentStats, reader: TimeZoned): Pick<FormState, 'message' | 'errors'> {
  if (sent.kind === 'invalid') {
    const errors = countsErrors(
      sent.issues.map(({ path }) => path),
      reader.locale,
    );
    return { message: 'Nothing was sent: some of the numbers are invalid.', errors };
  }
  if (sent.outcome.kind === 'served') return { message: null, errors: {} };
  const waitMs = retryAfterSeconds(sent.account, sent.nowMs) * 1_000;
  return {
    message: sendRefusalText(sent.outcome.error, { waitMs, atMs: sent.nowMs + waitMs }, reader),
    errors: {},
  };
}
