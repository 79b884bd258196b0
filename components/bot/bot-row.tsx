import { Link } from '@/components/ui/link';
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

/** A bot in its owner's list; the whole row links to its page. `nowMs` is the server's clock at rendering. */
export function BotRow({ bot, nowMs, isAdmin }: { bot: OwnBot; nowMs: number; isAdmin: boolean }) {
  const sentence = stateSentence({ ...bot, botId: bot.id, isAdmin }, useReader(), nowMs);
  const { id, name, state, lastReportAtMs, forecast } = bot;
  const isRunningOut = forecast?.kind === 'runs-out' && state.name !== 'silent';
  return (
    <article className="relative grid min-w-0 gap-x-6 gap-y-3 border-b px-4 py-3 transition-colors duration-150 [contain-intrinsic-height:auto_190px] last:border-b-0 hover:bg-inset max-md:[content-visibility:auto] has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[a:focus-visible]:-outline-offset-2 md:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,5fr)_minmax(0,3fr)] lg:items-center">
      <div className="flex min-w-0 flex-col items-start gap-1">
        <div className="flex max-w-full flex-wrap items-baseline gap-x-3">
          <h2 className="min-w-0 max-w-full truncate font-semibold text-base" title={name}>
            {/* The link covers the row, so that a click anywhere works and its name stays short. */}
            <Link
              href={paths.bot(id).page}
              className="after:absolute after:inset-0 focus-visible:outline-none"
            >
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <code translate="no" className="text-muted text-xs">
            {id}
          </code>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <span title={sentence.text}>
            <StateBadge state={state} nowMs={nowMs} />
          </span>
          <PlanBadge displayName={bot.planDisplayName} />
        </div>
      </div>
      <Trend trend={bot.trend} />
      <div className="min-w-0">
        <QuotaBar
          apiCalls={bot.apiCalls}
          isBotHealthy={state.name === 'healthy'}
          punctualPercentage={bot.punctualPercentage}
        />
        {isRunningOut && (
          <p className="mt-1 text-xs">
            <ForecastText forecast={forecast} />
          </p>
        )}
      </div>
      <p className="text-muted text-xs lg:text-right">
        {lastReportAtMs === null ? (
          'No report yet'
        ) : (
          <span>
            Last report <Ago atMs={lastReportAtMs} nowMs={nowMs} />
          </span>
        )}
      </p>
    </article>
  );
}
