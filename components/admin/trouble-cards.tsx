import { Card } from '@/components/ui/card';
import type { Elements } from '@/components/ui/elements';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { Ago } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import type { RefusedCallRow, SlowWebhookRow } from '@/lib/view/admin-rows';
import { refusalWords } from '@/lib/view/refusal-words';

type Props = {
  refused: readonly RefusedCallRow[];
  slow: readonly SlowWebhookRow[];
  nowMs: number;
};

/** The newest refused calls of all bots, and the webhooks that respond most slowly. */
export function TroubleCards({ refused, slow, nowMs }: Props) {
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card title="Newest refused calls" aside={<Aside>the newest of each bot</Aside>}>
        {refused.length === 0 && <p className="text-muted">No call was refused.</p>}
        <ul>
          {refused.map(({ botId, botName, error, message, lastAtMs }) => (
            <Line
              key={botId}
              href={paths.bot(botId).activity}
              name={botName}
              what={{ text: refusalWords(error), title: message }}
              figure={<Ago atMs={lastAtMs} nowMs={nowMs} />}
            />
          ))}
        </ul>
      </Card>
      <Card title="Slowest webhooks" aside={<Aside>mean of the last 20 tries</Aside>}>
        {slow.length === 0 && <p className="text-muted">No webhook was tried yet.</p>}
        <ul>
          {slow.map(({ webhookId, botId, botName, host, meanMs }) => (
            <Line
              key={webhookId}
              href={paths.bot(botId).alerts}
              name={botName}
              what={{ text: host, title: host }}
              figure={
                <>
                  <Num value={meanMs} />
                  <span> ms</span>
                </>
              }
            />
          ))}
        </ul>
      </Card>
    </div>
  );
}

const Aside = ({ children }: { children: string }) => <span className="text-muted text-xs">{children}</span>;

type LineProps = { href: string; name: string; what: { text: string; title: string }; figure: Elements };

/** A bot, what happened, and a figure. */
function Line({ href, name, what, figure }: LineProps) {
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem] items-center gap-4 border-b text-sm last:border-b-0">
      <Link href={href} className="truncate font-medium underline-offset-4 hover:underline" title={name}>
        <bdi>{name}</bdi>
      </Link>
      <span className="min-w-0 truncate text-muted" title={what.title}>
        {what.text}
      </span>
      <span className="whitespace-nowrap text-right">{figure}</span>
    </li>
  );
}
