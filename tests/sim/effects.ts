import type { Account } from '@/lib/domain/bots/account';
import { EXPIRED_HOURS_AT_ONCE, nextDueAtMs, retentionLimits } from '@/lib/domain/history/retention';
import { hourOf, mergeSummaries, summarize } from '@/lib/domain/history/summary';
import { daysKept } from '@/lib/domain/quota/days';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import type { Decision } from '@/lib/domain/reports/decide';
import type { RetentionEffect } from '@/lib/domain/reports/effect';
import type { Session } from './database';
import { hourPlace, putEvent, reportPlace } from './rows';

/** Writes a decision, whose row is locked, as both stores do: only what a call writes of the account, and its effects. */
export async function writeDecision(
  session: Session,
  { account, effects }: Decision<unknown>,
): Promise<void> {
  const row = session.get('bots', account.botId);
  if (row === undefined) return;
  const { cycle, leftCycles, days, lastReport, reportsTotal, alerts, usagePart } = account;
  const written = { cycle, leftCycles, days, lastReport, reportsTotal, alerts, usagePart };
  session.put('bots', account.botId, { account: { ...row.account, ...written }, version: row.version + 1 });
  for (const effect of effects) {
    if (effect.kind === 'report') {
      const { kind: _, ...report } = effect;
      const stored = { ...report, botId: account.botId };
      session.put('reports', reportPlace(stored), stored);
    } else if (effect.kind === 'event') await putEvent(session, effect.event);
    else if (effect.kind === 'parts') {
      const [first, last] = daysKept(effect.day);
      if (effect.moved !== null)
        session.put('parts', `${account.botId} ${effect.moved.startedAtMs}`, {
          ...effect.moved,
          botId: account.botId,
        });
      for (const [id, part] of session.entries('parts')) {
        if (part.botId === account.botId && (part.day < first || part.day > last))
          session.put('parts', id, undefined);
      }
    } else if (effect.kind === 'retention') fold(session, account, effect);
    else throw new Error(`The effect ${effect.kind} is not simulated.`);
  }
}

/** Folds or deletes the oldest whole hours of a bot, and stores when the next are due. */
function fold(session: Session, { botId }: Account, effect: RetentionEffect): void {
  const { deletedBeforeMs, foldedBeforeMs } = retentionLimits(effect);
  const since = session.all('reports').filter((each) => each.botId === botId && each.atMs >= effect.fromMs);
  const firstHourMs = hourOf(since[0]?.atMs ?? effect.nowMs);
  const isDeleted = firstHourMs < deletedBeforeMs;
  const limitMs = isDeleted ? deletedBeforeMs : foldedBeforeMs;
  const untilMs =
    firstHourMs < limitMs ? Math.min(firstHourMs + effect.hours * HOUR_MS, limitMs) : firstHourMs;
  const gone = since.filter(({ atMs }) => atMs < untilMs);
  for (const hourMs of new Set(isDeleted ? [] : gone.map(({ atMs }) => hourOf(atMs)))) {
    const added = summarize(gone.filter(({ atMs }) => hourOf(atMs) === hourMs));
    const before = session.get('hours', hourPlace(botId, hourMs));
    const merged = before === undefined || added === null ? added : mergeSummaries(before, added);
    if (merged !== null) session.put('hours', hourPlace(botId, hourMs), { ...merged, botId, hourMs });
  }
  for (const report of gone) session.put('reports', reportPlace(report), undefined);
  const expired = session
    .entries('hours')
    .filter(([, { botId: of, hourMs }]) => of === botId && hourMs < deletedBeforeMs);
  for (const [id] of expired.slice(0, EXPIRED_HOURS_AT_ONCE)) session.put('hours', id, undefined);
  const oldestMs = since.find(({ atMs }) => atMs >= untilMs)?.atMs ?? effect.nowMs;
  const row = session.get('bots', botId);
  if (row === undefined) return;
  session.put('bots', botId, {
    ...row,
    account: { ...row.account, historyDueAtMs: nextDueAtMs(effect, oldestMs, 0) },
  });
}
