import type { StateHistory } from '@/lib/contract/bot-view';
import { docsPath, paths, withQuery } from '@/lib/contract/paths';
import type { BotState } from '@/lib/domain/bots/bot-state';
import type { Forecast } from '@/lib/domain/quota/forecast';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { REFUSALS_KEPT_MS } from '@/lib/domain/reports/refusal';
import { minutesText } from '@/lib/domain/text/duration';
import { activityHref } from './activity-links';
import { agoText, beforeText } from './durations';
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
  readonly resetAtMs?: number;
  /** Left out by the list. */
  readonly since?: StateHistory | null;
  /** Whether there is a larger plan; left out by the list. */
  readonly hasLargerPlan?: boolean;
  /** Whether the reader is an admin, who is never sent to one. */
  readonly isAdmin: boolean;
};

export type StateSentence = {
  /** Begins with `lead`, which says it in short. */
  readonly text: string;
  readonly lead: string;
  /** `quiet` is a line, the others are boxes. */
  readonly tone: 'quiet' | 'neutral' | 'warning' | 'critical';
  /** What to do about it; `null` if there is nothing to do. */
  readonly action: { readonly label: string; readonly href: string } | null;
};

/** The parts of a bot's page that a sentence leads to. */
export const PLACES = { firstReport: 'first-report', calls: 'calls', plan: 'plan' } as const;

/** What state a bot is in, since when, why, and what to do. Every page that says it uses this. */
export function stateSentence(facts: SentenceFacts, reader: TimeZoned, nowMs: number): StateSentence {
  const { botId, state, since, isAdmin, apiCalls } = facts;
  const at = (atMs: number) => momentText(atMs, reader, nowMs);
  switch (state.name) {
    case 'disabled':
      return said(
        'neutral',
        `An admin disabled this bot${state.atMs === null ? '' : ` (${at(state.atMs)})`}${state.reason === null ? '.' : `: “${state.reason}”.`}`,
        [`All its calls are refused. ${isAdmin ? 'You can enable it' : 'Ask an admin to enable it'}.`],
        isAdmin
          ? { label: 'Enable it', href: withQuery(paths.admin.bots, { q: botId }) }
          : { label: 'See what happened', href: paths.bot(botId).activity },
      );
    case 'stopped':
      return said(
        'critical',
        'No calls are left.',
        [
          `Reports are refused until ${at(state.untilMs)}.`,
          since?.stoppedAtMs != null &&
            `The last of ${numberText(apiCalls.limit)} calls came at ${at(since.stoppedAtMs)}.`,
          advice(facts),
        ],
        quotaAction(facts),
      );
    case 'new':
      return said(
        'quiet',
        state.isConnected ? 'Heartbeats arrive, but no report has yet.' : 'Three steps to the first report.',
        [],
        { label: 'Send the first report', href: `${paths.bot(botId).page}#${PLACES.firstReport}` },
      );
    case 'silent': {
      const sign = state.sinceMs === facts.lastReportAtMs ? 'report' : 'heartbeat';
      const refusal = since?.refusal ?? null;
      const areKnown = since != null && nowMs - state.sinceMs <= REFUSALS_KEPT_MS;
      return said(
        'critical',
        `Nothing heard for ${minutesText(nowMs - state.sinceMs)}.`,
        [
          `The last ${sign} came at ${at(state.sinceMs)}; the next was due within ${minutesText(state.limitMs)}.`,
          refusal !== null
            ? `A call was refused ${agoText(nowMs - refusal.atMs)}: ${refusalWords(refusal.error)}.`
            : areKnown && 'No call was refused since.',
        ],
        refusal === null
          ? { label: 'How to check', href: docsPath('verifyKey') }
          : { label: 'See refused calls', href: activityHref(botId, { kind: 'refused' }) },
      );
    }
    default:
      return quotaSentence(facts, state, reader, nowMs);
  }
}

type OfQuota = Extract<BotState, { readonly pausedUntilMs?: number }>;

/** A bot that may be used: what keeps it quiet, and how its calls last. */
function quotaSentence(
  facts: SentenceFacts,
  { name, pausedUntilMs, restartedAtMs }: OfQuota,
  reader: TimeZoned,
  nowMs: number,
): StateSentence {
  const { forecast, resetAtMs, lastReportAtMs } = facts;
  const at = (atMs: number) => momentText(atMs, reader, nowMs);
  const onDay = resetAtMs === undefined ? '' : ` on ${timeText(resetAtMs, 'day', reader)}`;
  const quiet =
    pausedUntilMs !== undefined
      ? `Planned silence until ${at(pausedUntilMs)}: nobody is told.`
      : restartedAtMs !== undefined &&
        `Waiting for its first report since Botmeter restarted at ${at(restartedAtMs)}.`;
  if (forecast?.kind === 'runs-out') {
    const endsMs = forecast.resetAtMs - forecast.atMs;
    return said(
      name === 'critical' ? 'critical' : 'warning',
      lines(quiet, `The quota runs out ${aboutText(forecast.atMs, reader, nowMs)}.`),
      [
        `${leftText(facts)}; at this pace they end ${beforeText(endsMs)} before the reset.`,
        `Reports are refused from then until ${at(forecast.resetAtMs)}.`,
        advice(facts),
      ],
      quotaAction(facts),
    );
  }
  if (name === 'critical' || name === 'warning') {
    const lasts = forecast?.kind === 'lasts';
    return said(
      name,
      lines(quiet, `${percentText(facts.apiCalls.percentage)} of the quota is used.`),
      lasts
        ? [`At this pace it lasts until the reset${onDay}.`]
        : [`${leftText(facts)} until the reset${onDay}.`, advice(facts)],
      quotaAction(facts),
    );
  }
  const left = leftText(facts).replace(/ (is|are) left/, ' left');
  const isEnough = forecast?.kind === 'lasts' && onDay !== '';
  return said('quiet', quiet || 'All good.', [
    `${lastReportAtMs === null ? '' : `Last report ${agoText(nowMs - lastReportAtMs)}; `}${left}${isEnough ? ', enough' : ''}${onDay.replace(' on', ' until')}.`,
  ]);
}

const said = (
  tone: StateSentence['tone'],
  lead: string,
  rest: readonly (string | false)[],
  action: StateSentence['action'] = null,
): StateSentence => ({ tone, lead, text: lines(lead, ...rest), action });

const lines = (...parts: (string | false)[]): string => parts.filter((part) => part).join(' ');

/** Today and tomorrow. */
const datesOf = (reader: TimeZoned, nowMs: number) =>
  [0, DAY_MS].map((later) => timeText(nowMs + later, 'date', reader));

/** The time of a moment, with its date unless it is today; UTC is said. */
function momentText(atMs: number, reader: TimeZoned, nowMs: number): string {
  const isToday = timeText(atMs, 'date', reader) === datesOf(reader, nowMs)[0];
  return timeText(atMs, isToday ? 'clock' : 'moment', reader) + utcOf(reader);
}

/** `tomorrow, Nov 28, at about 11:00` */
function aboutText(atMs: number, reader: TimeZoned, nowMs: number): string {
  const day = timeText(atMs, 'day', reader);
  const on = ['today', `tomorrow, ${day},`][datesOf(reader, nowMs).indexOf(timeText(atMs, 'date', reader))];
  return `${on ?? `on ${day}`} at about ${timeText(atMs, 'clock', reader)}${utcOf(reader)}`;
}

const utcOf = ({ timeZone }: TimeZoned): string => (timeZone === 'UTC' ? ' UTC' : '');

function leftText({ apiCalls: { used, limit } }: SentenceFacts): string {
  const left = limit - used;
  return left === 1 ? '1 call is left' : `${numberText(left)} calls are left`;
}

function advice({ hasLargerPlan, isAdmin }: SentenceFacts): string {
  const less = 'Let the bot call less often';
  if (!hasLargerPlan) return `${less}.`;
  return isAdmin ? `${less}, or give it a larger plan.` : `${less}, or ask an admin for a larger plan.`;
}

const quotaAction = ({ botId, hasLargerPlan }: SentenceFacts) =>
  hasLargerPlan
    ? { label: 'Compare plans', href: `${paths.bot(botId).settings}#${PLACES.plan}` }
    : { label: 'See its calls', href: `${paths.bot(botId).page}#${PLACES.calls}` };
