import type { StateHistory } from '@/lib/contract/bot-view';
import { docsPath, paths, withQuery } from '@/lib/contract/paths';
import type { BotState } from '@/lib/domain/bots/bot-state';
import type { Forecast } from '@/lib/domain/quota/forecast';
import { REFUSALS_KEPT_MS } from '@/lib/domain/reports/refusal';
import { minutesText } from '@/lib/domain/text/duration';
import { activityHref } from './activity-links';
import { agoWords } from './durations';
import { numberText, percentText } from './numbers';
import { refusalWords } from './refusal-words';
import { type TimeZoned, timeText } from './times';

/** What a bot's page or the list of own bots knows of a bot. */
export type SentenceFacts = {
  readonly botId: string;
  readonly state: BotState;
  readonly apiCalls: { readonly used: number; readonly limit: number; readonly percentage: number };
  readonly lastReportAtMs: number | null;
  readonly forecast: Forecast | null;
  /** Left out by the list. */
  readonly since?: StateHistory | null;
  /** Whether there is a larger plan; left out by the list. */
  readonly hasLargerPlan?: boolean;
  /** Whether the reader is an admin, who is never sent to one. */
  readonly isAdmin: boolean;
};

export type StateSentence = {
  readonly text: string;
  /** What to do about it; `null` if there is nothing to do. */
  readonly action: { readonly label: string; readonly href: string } | null;
};

/** The parts of a bot's page that a sentence leads to. */
export const PLACES = { firstReport: 'first-report', calls: 'calls', plan: 'plan' } as const;

/** What state a bot is in, since when, why, and what to do. Every page that says it uses this. */
export function stateSentence(facts: SentenceFacts, reader: TimeZoned, nowMs: number): StateSentence {
  const { botId, state, since, isAdmin } = facts;
  const at = (atMs: number) => momentText(atMs, reader, nowMs);
  switch (state.name) {
    case 'disabled':
      return {
        text: lines(
          state.atMs === null ? 'Disabled.' : `Disabled since ${at(state.atMs)}.`,
          state.reason !== null && `Reason: ${closed(state.reason)}`,
          `All its calls are refused. ${isAdmin ? 'You can enable it' : 'Ask an admin to enable it'}.`,
        ),
        action: isAdmin
          ? { label: 'Enable it', href: withQuery(paths.admin.bots, { q: botId }) }
          : { label: 'See what happened', href: paths.bot(botId).activity },
      };
    case 'stopped':
      return {
        text: lines(
          since?.stoppedAtMs ? `Stopped since ${at(since.stoppedAtMs)}.` : 'Stopped.',
          `${usedText(facts, reader)}. Calls are refused until ${at(state.untilMs)}.`,
          advice(facts),
        ),
        action: quotaAction(facts),
      };
    case 'new':
      return {
        text: state.isConnected
          ? 'New, connected. Heartbeats arrive, but no report has yet.'
          : 'New. Neither a report nor a heartbeat has arrived yet.',
        action: { label: 'Send the first report', href: `${paths.bot(botId).page}#${PLACES.firstReport}` },
      };
    case 'silent': {
      const sign = state.sinceMs === facts.lastReportAtMs ? 'report' : 'heartbeat';
      const refusal = since?.refusal ?? null;
      const areKnown = since != null && nowMs - state.sinceMs <= REFUSALS_KEPT_MS;
      return {
        text: lines(
          `Silent for ${minutesText(nowMs - state.sinceMs)}.`,
          `Last sign ${at(state.sinceMs)} (${sign}). The next was expected within ${minutesText(state.limitMs)}.`,
          refusal !== null
            ? `A call was refused ${agoWords(nowMs - refusal.atMs)}: ${refusalWords(refusal.error)}.`
            : areKnown && 'No call was refused since.',
        ),
        action:
          refusal === null
            ? { label: 'How to check', href: docsPath('verifyKey') }
            : { label: 'See refused calls', href: activityHref(botId, { kind: 'refused' }) },
      };
    }
    case 'critical':
    case 'warning':
      return {
        text: lines(
          quietText(state, at),
          `${state.name === 'critical' ? 'Critical' : 'Warning'}.`,
          `${usedText(facts, reader)} and ${leftText(facts, reader)} until the reset.`,
          facts.forecast?.kind === 'lasts'
            ? 'At the recent pace that is enough.'
            : facts.forecast?.kind === 'runs-out' && 'At the recent pace that is not enough.',
          facts.forecast?.kind !== 'lasts' && advice(facts),
        ),
        action: quotaAction(facts),
      };
    case 'healthy': {
      const quiet = quietText(state, at);
      if (facts.forecast?.kind !== 'runs-out') {
        const text = quiet
          ? `${quiet} Less than 80% of the quota is used.`
          : 'Healthy. Not silent, and less than 80% of the quota is used.';
        return { text, action: null };
      }
      return {
        text: lines(
          quiet,
          `${quiet ? 'At' : 'Healthy, but at'} the recent pace the quota runs out before the reset.`,
          advice(facts),
        ),
        action: quotaAction(facts),
      };
    }
  }
}

const lines = (...parts: (string | false)[]): string => parts.filter((part) => part).join(' ');

/** Why a bot that is not silent may send nothing; `false` if there is no reason. */
function quietText(
  { pausedUntilMs, restartedAtMs }: { pausedUntilMs?: number; restartedAtMs?: number },
  at: (atMs: number) => string,
) {
  if (pausedUntilMs !== undefined) return `Planned silence until ${at(pausedUntilMs)}.`;
  return (
    restartedAtMs !== undefined &&
    `Waiting for its first report since Botmeter restarted at ${at(restartedAtMs)}.`
  );
}

/** Ended like a sentence. */
const closed = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);

/** The time of a moment, with its date unless it is today; UTC is said. */
function momentText(atMs: number, reader: TimeZoned, nowMs: number): string {
  const isToday = timeText(atMs, 'date', reader) === timeText(nowMs, 'date', reader);
  return timeText(atMs, isToday ? 'clock' : 'minute', reader) + (reader.timeZone === 'UTC' ? ' UTC' : '');
}

const usedText = ({ apiCalls: { used, limit, percentage } }: SentenceFacts, { locale }: TimeZoned): string =>
  used >= limit
    ? `All ${numberText(limit, locale)} calls of this cycle are used`
    : `${percentText(percentage, locale)} of the quota is used`;

function leftText({ apiCalls: { used, limit } }: SentenceFacts, { locale }: TimeZoned): string {
  const left = limit - used;
  return left === 1 ? '1 call is left' : `${numberText(left, locale)} calls are left`;
}

function advice({ hasLargerPlan, isAdmin }: SentenceFacts): string {
  const less = 'Let the bot call less often';
  if (!hasLargerPlan) return `${less}.`;
  return isAdmin ? `${less}, or give it a larger plan.` : `${less}, or ask an admin for a larger plan.`;
}

const quotaAction = ({ botId, hasLargerPlan }: SentenceFacts) => ({
  label: hasLargerPlan ? 'Compare plans' : 'See its calls',
  href: `${paths.bot(botId).page}#${hasLargerPlan ? PLACES.plan : PLACES.calls}`,
});
