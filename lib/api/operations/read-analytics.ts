import { ANALYTICS_EXAMPLE, analyticsResponse } from '@/lib/contract/analytics';
import { ANALYTICS_PATH } from '@/lib/contract/api-paths';
import type { Analytics, Both, PeakTime } from '@/lib/domain/history/analytics';
import type { Change } from '@/lib/domain/history/change';
import type { Changes } from '@/lib/domain/history/trends';
import { isoTime } from '@/lib/domain/text/time';
import { readAnalytics } from '@/lib/services/calls/counted-read';
import { countedReply, FAIR_READ_ERRORS } from '../counted-reply';
import { jsonResponse, keyOperation, success } from '../operation';

/** Returns the analytics of the plan's level (contract section 8). */
export const readAnalyticsOperation = keyOperation({
  method: 'GET',
  path: ANALYTICS_PATH,
  isCounted: true,
  docs: {
    operationId: 'readAnalytics',
    tag: 'Bots',
    summary: 'Read the analytics of the plan',
    description:
      'Counts as one call. Premium adds `trends`, `gaps` and `previous`; Business also `months`, `records` and `yearOnYear`. A change counts from the last report at or before the begin of its period, else from the oldest that is kept: `since` has its time. It is null only without reports.',
  },
  response: jsonResponse('The analytics.', analyticsResponse, ANALYTICS_EXAMPLE),
  errors: FAIR_READ_ERRORS,
  handle: async (deps, call) =>
    countedReply(await readAnalytics(deps, call), (analytics) => success(analyticsData(analytics))),
});

function analyticsData({ growth, coverage, advanced, enterprise }: Analytics) {
  return {
    growth: bothOf(growth, ({ current, changes }) => ({ current, ...changesData(changes) })),
    coverage,
    ...(advanced && {
      ...advanced,
      previous: bothOf(advanced.previous, changesData),
      gaps: advanced.gaps.map(({ fromMs, toMs }) => ({ from: isoTime(fromMs), to: isoTime(toMs) })),
    }),
    ...(enterprise && {
      ...enterprise,
      records: bothOf(enterprise.records, peakOf),
      yearOnYear: bothOf(enterprise.yearOnYear, (change) => ({
        change: change?.by ?? null,
        percentageChange: change?.percent ?? null,
        since: sinceOf(change),
      })),
    }),
  };
}

const bothOf = <From, To>({ servers, users }: Both<From>, to: (value: From) => To): Both<To> => ({
  servers: to(servers),
  users: to(users),
});

const changesData = ({ today, week, month }: Changes) => ({
  today: today?.by ?? null,
  week: week?.by ?? null,
  month: month?.by ?? null,
  percentageChange: {
    daily: today?.percent ?? null,
    weekly: week?.percent ?? null,
    monthly: month?.percent ?? null,
  },
  since: { today: sinceOf(today), week: sinceOf(week), month: sinceOf(month) },
});

const sinceOf = (change: Change | null) => change && isoTime(change.sinceMs);

const peakOf = (peak: PeakTime | null) => peak && { value: peak.value, at: isoTime(peak.atMs) };
