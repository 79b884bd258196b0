'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { FirstReport } from '@/components/quota/first-report';
import { PlanCard } from '@/components/quota/plan-card';
import { QuotaCard } from '@/components/quota/quota-card';
import { ReportsCard } from '@/components/quota/reports-card';
import { ResetCard } from '@/components/quota/reset-card';
import { DisabledBadge, PlanBadge, StatusBadge } from '@/components/quota/status-badge';
import { SendStatsForm } from '@/components/send/send-stats-form';
import { CallsCard } from '@/components/stats/calls-card';
import { HistoryCard } from '@/components/stats/history-card';
import { ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import type { BotView } from '@/lib/contract/bot-view';
import type { FormAction } from '@/lib/contract/form-state';
import { MINUTE_MS } from '@/lib/domain/plan';
import { botQuery } from '@/lib/queries/dashboard';
import { rangeLinks } from '@/lib/view/bot-page';
import { firstReportSteps } from '@/lib/view/curl';
import { planGains, planLines } from '@/lib/view/plan-gains';
import { Live } from './live';
import { StaleNotice } from './stale-notice';

type Props = {
  /** What the server read for the first HTML. */
  first: BotView;
  /** The service's own address, for lines to copy. */
  baseUrl: string;
  sendStats: FormAction;
};

/** One bot: quota, reset, reports, charts, sending by hand, plan; drawn on the server, then kept fresh. */
export function BotPage(props: Props) {
  return (
    <Live>
      <LiveBot {...props} />
    </Live>
  );
}

function LiveBot({ first, baseUrl, sendStats }: Props) {
  const botId = first.usage.bot.id;
  const {
    data: view,
    error,
    refetch,
  } = useQuery({
    ...botQuery(botId, first.range),
    initialData: first,
  });
  const refresh = () => void refetch();
  const { usage, nowMs, lastReport } = view;
  const { tier, statistics, updates, upgrade } = usage;
  const { apiCalls } = usage.usage;
  const stopped = stoppedBecause(view);
  return (
    <>
      <PageHeader
        title={usage.bot.name}
        crumbs={[{ href: '/bots', label: 'My bots' }]}
        meta={
          <>
            <span className="flex items-center">
              <code className="text-xs">{botId}</code>
              <CopyButton text={botId} label="Copy the bot’s id" />
            </span>
            <PlanBadge displayName={tier.displayName} />
            <StatusBadge status={apiCalls.status} />
            {view.isDisabled && <DisabledBadge />}
          </>
        }
        actions={
          <ButtonLink href={`/bots/${botId}/keys`}>
            <KeyRound aria-hidden="true" />
            Keys
          </ButtonLink>
        }
      />
      <StaleNotice error={error} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <QuotaCard apiCalls={apiCalls} />
        <ResetCard
          resetAtMs={view.resetAtMs}
          nowMs={nowMs}
          avgCallsPerDay={statistics.avgCallsPerDay}
          estimatedDaysRemaining={statistics.estimatedDaysRemaining}
          onReset={refresh}
        />
        <ReportsCard
          lastReportAtMs={lastReport?.atMs ?? null}
          nextAllowedAtMs={view.nextAllowedAtMs}
          interval={updates.interval}
          nowMs={nowMs}
          stopped={stopped}
        />
        <div className="flex min-w-0 flex-col *:flex-1 md:col-span-3 lg:col-span-1 lg:col-start-3 lg:row-start-2">
          <SendStatsForm
            botId={botId}
            action={sendStats}
            prefill={lastReport}
            notice={sendingNotice(view, stopped)}
            nowMs={nowMs}
            onSent={refresh}
          />
        </div>
        <div className="grid min-w-0 md:col-span-3 lg:col-span-2 lg:col-start-1 lg:row-start-2">
          {lastReport === null ? (
            <FirstReport steps={firstReportSteps(baseUrl, botId)} keysHref={`/bots/${botId}/keys`} />
          ) : (
            <HistoryCard
              botId={botId}
              points={view.series}
              fromMs={view.fromMs}
              nowMs={nowMs}
              intervalMs={usage.capabilities.updateIntervalMinutes * MINUTE_MS}
              bucketMs={view.bucketMs}
              range={view.range}
              ranges={rangeLinks(botId, usage.capabilities.historyDays)}
            />
          )}
        </div>
        <div className="grid min-w-0 md:col-span-3 lg:col-span-2">
          <CallsCard botId={botId} days={statistics.usageHistory} />
        </div>
        <div className="grid min-w-0 md:col-span-3 lg:col-span-1">
          <PlanCard
            displayName={tier.displayName}
            lines={planLines(tier.name)}
            next={
              upgrade === null
                ? null
                : {
                    displayName: upgrade.tier.displayName,
                    gains: planGains(tier.name, upgrade.tier.name),
                  }
            }
          />
        </div>
      </div>
    </>
  );
}

/** Why no report is accepted whatever the interval says. */
function stoppedBecause({ isDisabled, usage }: BotView): string | null {
  if (isDisabled) return 'An administrator has disabled this bot.';
  return usage.usage.apiCalls.remaining === 0 ? 'No calls are left in this cycle.' : null;
}

/** What the form for sending says before anything is sent. */
function sendingNotice(
  { nextAllowedAtMs, resetAtMs, isDisabled, nowMs, usage }: BotView,
  stopped: string | null,
) {
  if (isDisabled) return { reason: stopped ?? '', untilMs: null };
  if (stopped !== null) return { reason: stopped, untilMs: Math.max(resetAtMs, nextAllowedAtMs) };
  if (nextAllowedAtMs <= nowMs) return null;
  const every = usage.updates.interval.replace(/^1 /, '');
  return {
    reason: `The ${usage.tier.displayName} plan accepts one report every ${every}.`,
    untilMs: nextAllowedAtMs,
  };
}
