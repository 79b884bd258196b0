import type { OperationCalls } from '@/lib/domain/quota/breakdown';
import type { CountedOperation } from '@/lib/domain/quota/usage-part';
import { numberText } from './numbers';

export const OPERATION_NAMES: Readonly<Record<CountedOperation, string>> = {
  report: 'Reports',
  report_form: 'Reports from the dashboard',
  usage: 'Usage reads',
  breakdown: 'Breakdown reads',
  bot: 'State reads',
  history: 'History',
  stats_history: 'Stats history',
  analytics: 'Analytics',
  votes: 'Votes',
  marks: 'Marks',
};

const SENTENCE_MAX = 3;

/** `Reports 1,392, usage reads 40, history 15`: what used the quota, the most first; `null` if nothing did. */
export function usedByText(calls: OperationCalls): string | null {
  const all = (Object.keys(calls) as CountedOperation[])
    .map((operation) => ({ operation, calls: calls[operation] ?? 0 }))
    .sort((a, b) => b.calls - a.calls);
  const rest = all.slice(SENTENCE_MAX).reduce((sum, { calls }) => sum + calls, 0);
  const parts = all
    .slice(0, SENTENCE_MAX)
    .map(({ operation, calls }, at) => {
      const name = OPERATION_NAMES[operation];
      return `${at === 0 ? name : name.toLowerCase()} ${numberText(calls)}`;
    })
    .concat(rest > 0 ? [`other ${numberText(rest)}`] : []);
  return parts.length === 0 ? null : parts.join(', ');
}
