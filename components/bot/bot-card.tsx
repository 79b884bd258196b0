import { DisabledBadge } from '@/components/ui/disabled-badge';
import { Link } from '@/components/ui/link';
import { Ago } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import { QuotaBar } from './quota-bar';
import type { ApiCalls } from './quota-meter';
import { PlanBadge, StatusBadge } from './status-badge';

type BotCardProps = {
  botId: string;
  name: string;
  planDisplayName: string;
  isDisabled: boolean;
  apiCalls: ApiCalls;
  lastReportAtMs: number | null;
  nowMs: number;
};

/** A bot in its owner's list; the whole card links to its page. */
export function BotCard({
  botId,
  name,
  planDisplayName,
  isDisabled,
  apiCalls,
  lastReportAtMs,
  nowMs,
}: BotCardProps) {
  return (
    <article className="relative flex min-w-0 flex-col gap-3 rounded border bg-surface p-4 transition-colors duration-150 hover:border-line-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[a:focus-visible]:outline-offset-2">
      <div className="min-w-0">
        <h2 className="truncate font-semibold text-base" title={name}>
          {/* The link covers the card, so that a click anywhere works and its name stays short. */}
          <Link
            href={paths.bot(botId).page}
            className="after:absolute after:inset-0 focus-visible:outline-none"
          >
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <code className="text-muted text-xs">{botId}</code>
      </div>
      <div className="flex flex-wrap gap-2">
        <StatusBadge status={apiCalls.status} />
        <PlanBadge displayName={planDisplayName} />
        {isDisabled && <DisabledBadge />}
      </div>
      <QuotaBar {...apiCalls} />
      <p className="text-muted text-xs">
        {lastReportAtMs === null ? (
          'No report yet'
        ) : (
          <>
            Last report <Ago atMs={lastReportAtMs} nowMs={nowMs} />
          </>
        )}
      </p>
    </article>
  );
}

/** A responsive grid of bot cards. */
export function BotGrid({ children }: { children: React.ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>;
}
