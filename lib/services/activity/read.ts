import type {
  ActivityDay,
  ActivityEntry,
  ActivityView,
  ChangeEntry,
  EventEntry,
  RefusedEntry,
} from '@/lib/contract/activity-view';
import { readSentBody } from '@/lib/contract/sent-body';
import type { Account } from '@/lib/domain/bots/account';
import { shownSpan, spanOf } from '@/lib/domain/history/history';
import { MARKS_LISTED } from '@/lib/domain/history/mark';
import type { ApiKey } from '@/lib/domain/keys/api-key';
import {
  ACTIVITY_CHANGES_MAX,
  ACTIVITY_DAYS,
  ACTIVITY_EVENTS_MAX,
  ACTIVITY_KINDS,
  type ActivityFilter,
  type ActivityKind,
  isChange,
} from '@/lib/domain/people/activity';
import { type AuditRecord, ID_FIELDS } from '@/lib/domain/people/audit';
import type { Caller } from '@/lib/domain/people/caller';
import { dayOf, fillDays } from '@/lib/domain/quota/days';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { ENDED_KEY_ERROR, REFUSALS_KEPT_MS, type RefusalRow, statusOf } from '@/lib/domain/reports/refusal';
import { PAGE_SIZE, pageWithin } from '@/lib/domain/text/paging';
import { dayText } from '@/lib/domain/text/time';
import type { Ports, Tables } from '@/lib/ports/ports';
import { findSnapshot } from '../bots/read';
import { inTurn, type PageTurn } from '../bots/view-history';
import { done, type Result } from '../result';
import { may } from '../rights';

/**
 * The refused calls of the last 7 days, and the latest events and changes of a bot that `who` may manage: a page of them, or
 * all for `null`. Another owner's bot and an unknown bot get the same refusal.
 */
export async function readActivity(
  ports: Pick<Ports, 'directory' | 'store'>,
  who: Caller,
  botId: string,
  filter: ActivityFilter,
  page: number | null,
  turn: PageTurn = {},
): Promise<Result<ActivityView>> {
  const found = await findSnapshot(ports, who, botId, 'readActivity');
  if (!found.ok) return found;
  const { account, nowMs } = found.value;
  const hidden = Object.entries(SHOWN_TO).flatMap(([field, what]) =>
    may(who, found.value, what) ? [] : [field],
  );
  const readAll = () => ports.directory.read((tables) => entriesOf(tables, account, filter, hidden, nowMs));
  const { entries, keys, errors, days } = await (turn.hold ? inTurn(ports, who, turn, readAll) : readAll());
  const ofKind = (kind: ActivityKind) => entries.filter((entry) => kind === 'all' || entry.kind === kind);
  const chosen = ofKind(filter.kind);
  const total = chosen.length;
  const shown = page === null ? 1 : pageWithin(page, total, PAGE_SIZE);
  return done({
    ...filter,
    nowMs,
    bot: { id: botId, name: account.name },
    counts: Object.fromEntries(ACTIVITY_KINDS.map((kind) => [kind, ofKind(kind).length])) as Record<
      ActivityKind,
      number
    >,
    days,
    keys,
    errors,
    unexplained: unexplainedCalls(account, entries, filter, nowMs),
    page: shown,
    total,
    entries: page === null ? chosen : chosen.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE),
  });
}

/** Fields of changes and events that not everyone sees who sees the bot. */
const SHOWN_TO = { host: 'listWebhooks', email: 'readPeople' } as const;

/** Everything of a bot that passes the filters but its kind, the latest first, and what refused calls can be filtered by. */
async function entriesOf(
  tables: Tables,
  account: Account,
  { range, key, error }: ActivityFilter,
  hidden: readonly string[],
  nowMs: number,
): Promise<Pick<ActivityView, 'entries' | 'keys' | 'errors' | 'days'>> {
  const rows = await tables.refusals.listOfBot(account.botId, nowMs - REFUSALS_KEPT_MS);
  const keys = await tables.keys.listByIds([...new Set(rows.map(({ keyId }) => keyId))]);
  const byId = new Map(keys.map((each) => [each.id, each]));
  // What happened in this millisecond is in it.
  const span = range === null ? null : shownSpan(range, Number.POSITIVE_INFINITY, nowMs + 1);
  const isOfCalls = key !== null || error !== null;
  const refused = rows.filter(
    (row) => (key === null || row.keyId === key) && (error === null || row.error === error),
  );
  const entries = [
    ...refused.map((row) => refusedEntry(row, byId.get(row.keyId))),
    ...(isOfCalls ? [] : await events(tables, account, hidden, nowMs)),
    ...(isOfCalls ? [] : await changes(tables, account, hidden)),
  ];
  return {
    entries: entries
      .filter(
        ({ firstAtMs, lastAtMs }) => span === null || (firstAtMs < span.untilMs && lastAtMs >= span.fromMs),
      )
      .sort((a, b) => b.lastAtMs - a.lastAtMs),
    days: await daysOf(tables, account, nowMs),
    keys: keys.map(({ id, name, last4 }) => ({ id, name, last4 })),
    errors: [...new Set(rows.map((row) => row.error))],
  };
}

/** Since the registration: on a day before it, there was nothing to accept. */
async function daysOf(tables: Tables, account: Account, nowMs: number): Promise<ActivityDay[]> {
  const today = dayOf(nowMs);
  const first = Math.min(today, Math.max(today - ACTIVITY_DAYS + 1, dayOf(account.registeredAtMs)));
  const span = { fromMs: first * DAY_MS, untilMs: (today + 1) * DAY_MS };
  const marks = await tables.marks.list(account.botId, span, MARKS_LISTED);
  return fillDays(account.days, first, today).map(({ day, calls, rejected }) => ({
    date: dayText(day),
    calls,
    rejected,
    marks: marks.filter(({ atMs }) => dayOf(atMs) === day).map(({ kind, text }) => ({ kind, text })),
  }));
}

/** Counted refusals of the last 30 days, or of the whole days of a range, that no entry explains. Calls with a key that is not live are not counted. */
function unexplainedCalls(
  { days }: Account,
  entries: readonly ActivityEntry[],
  { kind, range, key, error }: ActivityFilter,
  nowMs: number,
): number {
  if ((kind !== 'all' && kind !== 'refused') || key !== null || error !== null) return 0;
  const all = { fromMs: (dayOf(nowMs) - ACTIVITY_DAYS + 1) * DAY_MS, untilMs: nowMs };
  const span = range === null || range === 'all' ? all : spanOf(range);
  // A range that has a name begins within a day: of that part of it nobody knows what was counted.
  if (span === null || span.fromMs % DAY_MS !== 0) return 0;
  const counted = days
    .filter(({ day }) => span.fromMs <= day * DAY_MS && Math.min((day + 1) * DAY_MS, nowMs) <= span.untilMs)
    .reduce((sum, { rejected }) => sum + rejected, 0);
  const explained = entries
    .filter((entry) => entry.kind === 'refused')
    .filter((entry) => entry.error !== ENDED_KEY_ERROR)
    .reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, counted - explained);
}

const refusedEntry = (
  { botId: _, keyId: __, sent, ...row }: RefusalRow,
  key: ApiKey | undefined,
): RefusedEntry => ({
  kind: 'refused',
  ...row,
  status: statusOf(row.error),
  sent: readSentBody(sent),
  key:
    key === undefined
      ? null
      : {
          name: key.name,
          last4: key.last4,
          expiresAtMs: key.expiresAtMs,
          revokedAtMs: key.revokedAtMs,
        },
});

/** Without those that wait for their time: the state that they tell of may end before. */
async function events(
  tables: Tables,
  { botId, registeredAtMs }: Account,
  hidden: readonly string[],
  nowMs: number,
): Promise<EventEntry[]> {
  const listed = await tables.events.listOfBot(botId, registeredAtMs, ACTIVITY_EVENTS_MAX);
  return listed
    .filter(({ type, dueAtMs }) => !isChange(type) && dueAtMs <= nowMs)
    .filter(({ data }) => !hidden.some((field) => field in data))
    .map((event) => ({
      kind: 'events',
      id: event.id,
      firstAtMs: event.atMs,
      lastAtMs: event.atMs,
      event,
    }));
}

/** Since the registration: entries of a deleted bot with the same id may be another owner's. */
async function changes(
  tables: Tables,
  { botId, registeredAtMs }: Account,
  hidden: readonly string[],
): Promise<ChangeEntry[]> {
  const records = await tables.audit.listOfSubject(botId, registeredAtMs, ACTIVITY_CHANGES_MAX);
  const names = await namesIn(tables, records);
  return records.map((record) => changeEntry(record, names, hidden));
}

const changeEntry = (
  { id, atMs, actor, action, before, after }: AuditRecord,
  names: ReadonlyMap<string, string>,
  hidden: readonly string[],
): ChangeEntry => ({
  kind: 'changes',
  id: String(id),
  firstAtMs: atMs,
  lastAtMs: atMs,
  actor,
  actorName: names.get(actor) ?? null,
  action,
  before: withNames(before, names, hidden),
  after: withNames(after, names, hidden),
});

const textsOf = (value: object | null): [string, unknown][] => (value === null ? [] : Object.entries(value));

/** The names of the people and keys that changes mention, by id; owners see names, never addresses. */
async function namesIn(
  { users, keys }: Tables,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set<string>(records.map(({ actor }) => actor));
  for (const { before, after } of records) {
    for (const [field, value] of [...textsOf(before), ...textsOf(after)]) {
      if (ID_FIELDS.includes(field) && typeof value === 'string') ids.add(value);
    }
  }
  const people = await users.listByIds([...ids]);
  const ofKeys = await keys.listByIds([...ids]);
  return new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...ofKeys.map(({ id, name, last4 }) => [id, `${name} (…${last4})`] as const),
  ]);
}

/** A change with names instead of ids, as far as they are known. */
function withNames(
  change: object | null,
  names: ReadonlyMap<string, string>,
  hidden: readonly string[],
): object | null {
  if (change === null) return null;
  return Object.fromEntries(
    textsOf(change)
      .filter(([field]) => !hidden.includes(field))
      .map(([field, value]) => [
        field,
        ID_FIELDS.includes(field) && typeof value === 'string' ? (names.get(value) ?? value) : value,
      ]),
  );
}
