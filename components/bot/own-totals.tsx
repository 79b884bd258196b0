'use client';

import { ChangeInPeriod } from '@/components/charts/in-period';
import { Figure, FigureBand } from '@/components/ui/figure-band';
import { Num } from '@/components/ui/num';
import type { OwnBotsView } from '@/lib/contract/own-bots';
import { numberOf } from '@/lib/domain/bots/bot-list';
import { TROUBLE } from '@/lib/domain/bots/bot-state';
import type { Change } from '@/lib/domain/history/change';
import { combinedQuery } from '@/lib/queries/bots';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { numberText } from '@/lib/view/numbers';

/** All own bots added up, whatever the list shows of them. */
export function OwnTotals({ totals, counts }: Pick<OwnBotsView, 'totals' | 'counts'>) {
  const { changes, fromMs } = useLive(combinedQuery, LIVE.chart).data;
  const trouble = TROUBLE.reduce((sum, name) => sum + counts[name], 0);
  const sub = (change: Change | null) =>
    change && <ChangeInPeriod change={change} fromMs={fromMs} words="in 7 days" />;
  return (
    <div className="mb-4">
      <FigureBand>
        <Figure
          name="Bots"
          sub={
            <span>
              {`${trouble > 0 ? numberText(trouble) : 'None'} ${trouble > 1 ? 'need' : 'needs'} attention`}
            </span>
          }
        >
          <Num value={numberOf(counts)} />
        </Figure>
        <Figure name="Servers" sub={sub(changes.serverCount)}>
          <Num value={totals.servers} />
        </Figure>
        <Figure name="Users" sub={sub(changes.userCount)}>
          <Num value={totals.users} />
        </Figure>
        <Figure name="Calls today, UTC" sub={<span>{`${numberText(totals.rejected)} refused`}</span>}>
          <Num value={totals.calls} />
        </Figure>
      </FigureBand>
    </div>
  );
}
