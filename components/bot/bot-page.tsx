'use client';

import { use, useMemo, useState } from 'react';
import { BurnUpCard } from '@/components/charts/burn-up-card';
import { CallsCard } from '@/components/charts/calls-card';
import { SharedCrosshair } from '@/components/charts/crosshair';
import { HistoryCard } from '@/components/charts/history-card';
import { Countdown } from '@/components/ui/countdown';
import type { Elements } from '@/components/ui/elements';
import { Num } from '@/components/ui/num';
import { ReadOnly } from '@/components/ui/read-only';
import { type BotView, seriesPoint } from '@/lib/contract/bot-view';
import type { Range } from '@/lib/domain/history/history';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import type { ReportAvailability } from '@/lib/domain/reports/interval';
import { botQuery } from '@/lib/queries/bots';
import { isOutdated } from '@/lib/queries/fetch-json';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { botPageHref } from '@/lib/view/bot-page';
import { burnUp } from '@/lib/view/charts/burn-up';
import { waitText } from '@/lib/view/durations';
import type { Wheel } from '@/lib/view/quick-start';
import { PLACES } from '@/lib/view/state-sentence';
import { usedByText } from '@/lib/view/used-by';
import { Figures } from './figures';
import { FirstReport } from './first-report';
import { QuotaTrack } from './quota-bar';
import { quotaMeter } from './quota-meter';
import { SendStatsForm } from './send-stats-form';
import { quotaColor } from './state-look';

type Props = {
  botId: string;
  range: Range;
  /** Whether the period before is shown too. */
  isCompared: boolean;
  /** The service's own origin, for lines to copy. */
  baseUrl: string;
  /** The Python client of this build; `null` without a build. */
  wheel: Wheel | null;
  /** Buttons of admins. */
  actions: Elements;
};

/** The page of one bot: quota, reset, reports, charts, send form. Rendered on the server, then refreshed. */
export function BotPage(props: Props) {
  const { botId, range, isCompared, baseUrl, wheel, actions } = props;
  const { data: view, refetch } = useLive(botQuery(botId, range, isCompared), LIVE.page);
  const { usage, nowMs, lastReport } = view;
  const { statistics, updates } = usage;
  const { apiCalls } = usage.usage;
  const resetAtMs = Date.parse(usage.usage.reset.at);
  const blocked = lasting(view.availability);
  const [isKeyShown, setIsKeyShown] = useState(false);
  const isReadOnly = use(ReadOnly);
  const points = useMemo(() => view.series.map(seriesPoint), [view.series]);
  const before = useMemo(() => view.previous?.map(seriesPoint) ?? null, [view.previous]);
  const cycle = useMemo(
    () =>
      burnUp({
        days: statistics.usageHistory,
        used: apiCalls.used,
        limit: apiCalls.limit,
        resetAtMs,
        nowMs,
        pace: view.pace,
        forecast: view.forecast,
        planSinceMs: view.planSinceMs,
        color: quotaColor(view.state),
      }),
    [statistics, apiCalls, resetAtMs, nowMs, view.pace, view.forecast, view.planSinceMs, view.state],
  );
  const head = (
    <div className="head-actions">
      {actions}
      {!isReadOnly && (
        <SendStatsForm
          botId={botId}
          prefill={lastReport}
          blocked={blockedReport(view, blocked)}
          nowMs={nowMs}
        />
      )}
    </div>
  );
  if (lastReport === null || isKeyShown)
    return (
      <>
        {head}
        <p className="mb-3 flex items-center gap-3">
          <span {...quotaMeter(apiCalls)}>
            <QuotaTrack percentage={apiCalls.percentage} state={view.state} className="w-16" />
          </span>
          <span className="text-muted">
            <Num value={apiCalls.used} /> of <Num value={apiCalls.limit} /> calls used, resets in{' '}
            <Countdown untilMs={resetAtMs} nowMs={nowMs} done="0 s" onDone={refetch} textOf={waitText} />
          </span>
        </p>
        <div id={PLACES.firstReport}>
          <FirstReport
            {...{ botId, baseUrl, wheel, nowMs }}
            blocked={isReadOnly ? 'Its owner or a manager sends the first one.' : blocked}
            firstSteps={view.firstSteps}
            onKey={setIsKeyShown}
          />
        </div>
      </>
    );
  return (
    <>
      {head}
      <SharedCrosshair>
        <div className="grid grid-cols-1 gap-3 md:gap-4 lg:grid-cols-2">
          <div className="min-w-0 lg:col-span-2">
            <Figures {...{ view, points }} blocked={blocked} onReset={refetch} />
          </div>
          <div className="grid min-w-0 lg:col-span-2">
            <HistoryCard
              botId={botId}
              isBusy={view.isBusy}
              points={points}
              before={before}
              startMs={resetAtMs - CYCLE_MS}
              nextAllowedAtMs={Date.parse(updates.nextUpdateAllowedAt)}
              previousChanges={view.previousChanges}
              gaps={view.gaps}
              annotations={view.annotations}
              fromMs={view.fromMs}
              untilMs={view.untilMs}
              nowMs={nowMs}
              intervalMs={usage.capabilities.updateIntervalMinutes * MINUTE_MS}
              bucketMs={view.bucketMs}
              range={view.range}
              historyDays={usage.capabilities.historyDays}
              hrefOf={(to, compares = isCompared) => botPageHref(botId, to, compares)}
              mayLeave={async () => !isOutdated((await refetch()).error)}
            />
          </div>
          <div className="grid min-w-0">
            <BurnUpCard botId={botId} input={cycle} pace={view.pace} usedBy={usedByText(view.usedBy ?? {})} />
          </div>
          <div id={PLACES.calls} className="grid min-w-0">
            <CallsCard
              botId={botId}
              days={statistics.usageHistory}
              split={view.callsOfDays}
              annotations={view.annotationsOfDays}
              quota={{
                callsPerDay: (apiCalls.limit * DAY_MS) / CYCLE_MS,
                planSinceMs: view.planSinceMs,
                cycleStartMs: resetAtMs - CYCLE_MS,
              }}
            />
          </div>
        </div>
      </SharedCrosshair>
    </>
  );
}

/** What stops every report, whatever the interval; `null` if nothing does. The sentence above says why. */
function lasting({ refusal }: ReportAvailability): string | null {
  if (refusal === 'bot_disabled') return 'No report is accepted while it is disabled.';
  return refusal === 'quota_exceeded' ? 'No report is accepted until the reset.' : null;
}

/** Why a report would be refused now, and until when; `null` if it would be accepted. */
function blockedReport({ availability, usage }: BotView, blocked: string | null) {
  const { refusal, fromMs } = availability;
  if (refusal === null) return null;
  const every = usage.updates.interval.replace(/^1 /, '');
  const tooSoon = `The ${usage.tier.displayName} plan accepts one report every ${every}.`;
  return { reason: blocked ?? tooSoon, untilMs: fromMs };
}
