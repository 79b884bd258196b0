import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { Num } from '@/components/ui/num';
import type { UsageRecord } from '@/lib/domain/quota/usage-record';
import { Gauge } from './gauge';
import { StatusBadge } from './status-badge';

type QuotaCardProps = { apiCalls: UsageRecord['usage']['apiCalls']; isBotHealthy: boolean };

/** The quota of the current cycle: gauge, status, remaining calls. */
export function QuotaCard({ apiCalls, isBotHealthy }: QuotaCardProps) {
  return (
    <Card title="Quota" aside={<StatusBadge status={apiCalls.status} isBotHealthy={isBotHealthy} />}>
      <div className="flex flex-1 flex-col items-center justify-between">
        <Gauge apiCalls={apiCalls} isBotHealthy={isBotHealthy} />
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
