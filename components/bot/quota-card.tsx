import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import type { BotView, ShownUsage } from '@/lib/contract/bot-view';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { usedByText } from '@/lib/view/used-by';
import { Gauge } from './gauge';

type QuotaCardProps = {
  apiCalls: ShownUsage['usage']['apiCalls'];
  usedBy: BotView['usedBy'];
  state: BotState;
};

/** The quota of the current cycle: gauge and remaining calls. The head alone shows a state. */
export function QuotaCard({ apiCalls, usedBy, state }: QuotaCardProps) {
  const { locale } = useReader();
  const text = usedByText(usedBy ?? {}, locale);
  return (
    <Card title="Quota">
      <div className="flex flex-1 flex-col items-center justify-between">
        <Gauge apiCalls={apiCalls} state={state} />
        {text !== null && <p className="pb-2 text-center text-muted text-xs">{text}</p>}
        <div className="w-full border-t">
          <KeyValues
            items={[
              {
                name: 'Remaining',
                value: (
                  <span>
                    <Num value={apiCalls.remaining} />{' '}
                    <span>{apiCalls.remaining === 1 ? 'call' : 'calls'}</span>
                  </span>
                ),
              },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}
