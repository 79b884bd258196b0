import type { BotDigest, DigestPeriod } from '@/lib/domain/alerts/digest';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import { changeSince } from '@/lib/domain/history/change';
import { DAY_COUNTS_KEPT, dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import { REFUSALS_KEPT_MS } from '@/lib/domain/reports/refusal';
import type { Ports } from '@/lib/ports/ports';
import { coverageIn } from '../analytics/read';
import { botsOf } from '../bots/list';
import { reportsAt } from '../history/reports-at';

/** Of more bots, those with the most servers: a digest that nobody reads to its end, and minutes of reads, help no one. */
const DIGEST_BOTS_MAX = 100;
const CAUSES_MAX = 3;

/** What happened to the bots of a person in a period, and how many more bots they have. Each bot is read in a turn of its own. */
export async function digestOf(
  { directory }: Pick<Ports, 'directory'>,
  userId: string,
  period: DigestPeriod,
  signal: AbortSignal,
): Promise<{ readonly bots: readonly BotDigest[]; readonly more: number }> {
  const [accounts, nowMs] = await directory.read(
    async (tables, nowMs) => [(await botsOf(tables, userId)).map(({ account }) => account), nowMs] as const,
  );
  const known = accounts.filter(
    ({ isDisabled, registeredAtMs }) => !isDisabled && registeredAtMs < period.untilMs,
  );
  const servers = ({ lastReport }: Account) => lastReport?.serverCount ?? -1;
  const largest = known.sort((a, b) => servers(b) - servers(a)).slice(0, DIGEST_BOTS_MAX);
  const bots: BotDigest[] = [];
  for (const account of largest)
    bots.push(await digestOfBot(directory, rollForward(account, nowMs), period, nowMs, { userId, signal }));
  return { bots, more: known.length - largest.length };
}

async function digestOfBot(
  directory: Ports['directory'],
  account: Account,
  { fromMs, untilMs }: DigestPeriod,
  nowMs: number,
  { userId, signal }: { readonly userId: string; readonly signal: AbortSignal },
): Promise<BotDigest> {
  const { botId, name, plan, days } = account;
  const sinceMs = Math.max(fromMs, Math.min(untilMs, nowMs - PLANS[plan].historyDays * DAY_MS));
  const [reportAt, coverage, votes] = await directory.readHistory(
    { subject: `digest ${userId}`, signal },
    async (history) => {
      const points = await history.series({ botId, fromMs: sinceMs, untilMs, bucketMs: DAY_MS });
      const ofDays = await history.votes.days(botId, dayOf(fromMs));
      const reportAt = await reportsAt(history, account, [fromMs, untilMs], nowMs);
      return [reportAt, await coverageIn(history, account, points, sinceMs, untilMs), ofDays] as const;
    },
  );
  const refusals = await directory.read(({ refusals }) =>
    refusals.listOfBot(botId, Math.max(fromMs, nowMs - REFUSALS_KEPT_MS)),
  );
  const isIn = (day: number) => day >= dayOf(fromMs) && day < dayOf(untilMs);
  const keptFromMs = (dayOf(nowMs) - DAY_COUNTS_KEPT + 1) * DAY_MS;
  const refusedSinceMs = Math.max(fromMs, Math.min(untilMs, keptFromMs));
  const byCause = new Map<string, number>();
  for (const { error, count, firstAtMs } of refusals)
    if (firstAtMs < untilMs) byCause.set(error, (byCause.get(error) ?? 0) + count);
  return {
    botId,
    name,
    servers: changeSince('serverCount', reportAt, { fromMs, untilMs }),
    users: changeSince('userCount', reportAt, { fromMs, untilMs }),
    coverage: coverage.percentage,
    refused: days.reduce(
      (sum, { day, rejected }) => sum + (isIn(day) && day >= dayOf(refusedSinceMs) ? rejected : 0),
      0,
    ),
    refusedSinceMs,
    causes: [...byCause]
      .map(([error, calls]) => ({ error, calls }))
      .sort((a, b) => b.calls - a.calls)
      .slice(0, CAUSES_MAX),
    votes: votes.reduce((sum, { day, votes }) => sum + (isIn(day) ? votes : 0), 0),
  };
}
