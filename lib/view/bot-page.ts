import { RANGES } from '@/lib/domain/history';

const LABELS = { '24h': '24 h', '7d': '7 d', '30d': '30 d', all: 'All' } as const;
const DAYS = { '24h': 1, '7d': 7, '30d': 30, all: 0 } as const;

/** The ranges to choose from: those that the plan keeps, and all of it. */
export function rangeLinks(botId: string, historyDays: number) {
  return RANGES.filter((range) => DAYS[range] < historyDays).map((range) => ({
    value: range,
    label: LABELS[range],
    href: `/bots/${botId}?range=${range}`,
  }));
}
