import { paths, withQuery } from '@/lib/contract/paths';
import { RANGES } from '@/lib/domain/history';

const LABELS = { '24h': '24 h', '7d': '7 d', '30d': '30 d', all: 'All' } as const;
const DAYS = { '24h': 1, '7d': 7, '30d': 30, all: 0 } as const;

/** Links to the time ranges within the plan's history, and to all of it. */
export function rangeLinks(botId: string, historyDays: number) {
  return RANGES.filter((range) => DAYS[range] < historyDays).map((range) => ({
    value: range,
    label: LABELS[range],
    href: withQuery(paths.bot(botId).page, { range }),
  }));
}
