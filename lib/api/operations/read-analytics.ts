import { ANALYTICS_EXAMPLE, analyticsResponse } from '@/lib/contract/analytics';
import { ANALYTICS_PATH } from '@/lib/contract/api-paths';
import type { Analytics, PeakTime } from '@/lib/domain/history/analytics';
import { isoTime } from '@/lib/domain/text/time';
import { readAnalytics } from '@/lib/services/calls/counted-read';
import { countedReply, FAIR_READ_ERRORS } from '../counted-reply';
import { keyOperation, success } from '../operation';

/** Returns the analytics of the plan's level (contract section 8). */
export const readAnalyticsOperation = keyOperation({
  method: 'GET',
  path: ANALYTICS_PATH,
  auth: 'key',
  isCounted: true,
  docs: {
    operationId: 'readAnalytics',
    tag: 'Bots',
    summary: 'Read the analytics of the plan',
    description:
      'Counts as one call. Premium adds `trends`, `gaps` and `previous`; Business also `months`, `records` and `yearOnYear`. What the history does not tell is null. The value some days before is that of the last known report at or before that moment, at most 2 hours older.',
  },
  response: {
    description: 'The analytics.',
    content: { 'application/json': { schema: analyticsResponse, example: ANALYTICS_EXAMPLE } },
  },
  errors: FAIR_READ_ERRORS,
  async handle(deps, { who: { keyHash }, seen, hold }) {
    return countedReply(await readAnalytics(deps, { ref: { keyHash }, seen, hold }), (analytics) =>
      success(analyticsData(analytics)),
    );
  },
});

function analyticsData({ growth, coverage, advanced, enterprise }: Analytics) {
  return {
    growth,
    coverage,
    ...(advanced && {
      ...advanced,
      gaps: advanced.gaps.map(({ fromMs, toMs }) => ({ from: isoTime(fromMs), to: isoTime(toMs) })),
    }),
    ...(enterprise && {
      ...enterprise,
      records: { servers: peakOf(enterprise.records.servers), users: peakOf(enterprise.records.users) },
    }),
  };
}

const peakOf = (peak: PeakTime | null) => peak && { value: peak.value, at: isoTime(peak.atMs) };
