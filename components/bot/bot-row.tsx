import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { Ago } from '@/components/ui/time';
import type { OwnBot } from '@/lib/contract/own-bots';
import { paths } from '@/lib/contract/paths';
import { stateSentence } from '@/lib/view/state-sentence';
import { ForecastText } from './forecast-text';
import { QuotaBar } from './quota-bar';
import { StateBadge } from './state-badge';
import { PlanBadge } from './status-badge';
import { Trend } from './trend';

type Props = {
  bot: OwnBot;
  nowMs: number;
  isAdmin: boolean;
  /** One line on a wide screen: without the id, the plan, the drawing and the forecast. */
  isCompact: boolean;
};

/** A bot in its owner's list; the whole row links to its page. `nowMs` is the server's clock at rendering. */
export function BotRow({ bot, nowMs, isAdmin, isCompact }: Props) {
  const sentence = stateSentence({ ...bot, botId: bot.id, isAdmin }, useReader(), nowMs);
  const { id, name, state, lastReportAtMs, forecast } = bot;
  const isRunningOut = forecast?.kind === 'runs-out' && state.name !== 'silent';
  const badge = (
    <span title={sentence.text}>
      <StateBadge state={state} nowMs={nowMs} />
    </span>
  );
  return (
    <article
      className={cn(
        'relative grid min-w-0 gap-x-6 border-b px-4 transition-colors duration-150 last:border-b-0 hover:bg-inset max-md:[content-visibility:auto] has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[a:focus-visible]:-outline-offset-2 lg:items-center',
        isCompact
          ? 'gap-y-1 py-1.5 [contain-intrinsic-height:auto_72px] md:grid-cols-[minmax(0,6fr)_minmax(0,3fr)_minmax(0,2fr)] lg:grid-cols-[minmax(0,7fr)_minmax(0,2fr)_minmax(0,4fr)_minmax(0,3fr)]'
          : 'gap-y-3 py-3 [contain-intrinsic-height:auto_190px] md:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,5fr)_minmax(0,3fr)]',
      )}
    >
      <div
        className={
          isCompact
            ? 'flex min-w-0 items-center justify-between gap-3'
            : 'flex min-w-0 flex-col items-start gap-1'
        }
      >
        <div className="flex min-w-0 max-w-full flex-wrap items-baseline gap-x-3">
          <h2
            className={cn('min-w-0 max-w-full truncate font-semibold', isCompact ? 'text-sm' : 'text-base')}
            title={name}
          >
            {/* The link covers the row, so that a click anywhere works and its name stays short. */}
            <Link
              href={paths.bot(id).page}
              className="after:absolute after:inset-0 focus-visible:outline-none"
            >
              <bdi>{name}</bdi>
            </Link>
          </h2>
          {!isCompact && (
            <code translate="no" className="text-muted text-xs">
              {id}
            </code>
          )}
        </div>
        {isCompact ? (
          badge
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            {badge}
            <PlanBadge displayName={bot.planDisplayName} />
          </div>
        )}
      </div>
      {!isCompact && <Trend {...bot} nowMs={nowMs} />}
      {isCompact && (
        <p className="text-xs max-lg:hidden lg:text-right">
          {bot.servers === null ? (
            <span className="text-muted">–</span>
          ) : (
            <span>
              <Num value={bot.servers.value} /> <span className="text-muted">servers</span>
            </span>
          )}
        </p>
      )}
      <div className="min-w-0">
        <QuotaBar apiCalls={bot.apiCalls} state={state} punctualPercentage={bot.punctualPercentage} />
        {isRunningOut && !isCompact && (
          <p className="mt-1 text-xs">
            <ForecastText forecast={forecast} />
          </p>
        )}
      </div>
      <p className={cn('text-muted text-xs lg:text-right', isCompact && 'max-md:hidden md:text-right')}>
        {lastReportAtMs === null ? (
          'No report yet'
        ) : (
          <span>
            <span className={cn(isCompact && 'max-lg:sr-only')}>Last report </span>
            <Ago atMs={lastReportAtMs} nowMs={nowMs} />
          </span>
        )}
      </p>
    </article>
  );
}
