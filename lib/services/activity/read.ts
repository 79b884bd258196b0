import type {
  ActivityEntry,
  ActivityView,
  ChangeEntry,
  EventEntry,
  RefusedEntry,
} from '@/lib/contract/activity-view';
import { readSentBody } from '@/lib/contract/sent-body';
import type { Bot } from '@/lib/domain/bots/bot';
import type { ApiKey } from '@/lib/domain/keys/api-key';
import {
  type ActivityFilter,
  type ActivityKind,
  CHANGES_MAX,
  EVENTS_MAX,
  isChange,
  isOnDay,
} from '@/lib/domain/people/activity';
import { type AuditRecord, ID_FIELDS } from '@/lib/domain/people/audit';
import type { Caller } from '@/lib/domain/people/caller';
import { dayOf } from '@/lib/domain/quota/days';
import { ENDED_KEY_ERROR, REFUSALS_KEPT_MS, type RefusalRow, statusOf } from '@/lib/domain/reports/refusal';
import { PAGE_SIZE, pageWithin } from '@/lib/domain/text/paging';
import type { Hold, Ports, Tables } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { inTurn } from '../bots/view-history';
import { done, type Result } from '../result';

/**
 * The refused calls of the last 7 days, and the latest events and changes of a bot that `who` may manage: a page of them, or
 * all for `null`. Another owner's bot and an unknown bot get the same refusal. With `hold`, the read waits for its turn; few
 * pages are rendered at a time anyway.
 */
export async function readActivity(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
  filter: ActivityFilter,
  page: number | null,
  hold?: () => Hold,
): Promise<Result<ActivityView>> {
  const isShown = (kind: ActivityKind) => filter.kind === 'all' || filter.kind === kind;
  const read = () =>
    ports.directory.read(async (tables, nowMs): Promise<Result<ActivityView>> => {
      const found = await findBot(tables, who, botId);
      if (!found.ok) return found;
      const { id, name } = found.value;
      const entries = [
        ...(isShown('refused') ? await refusedCalls(tables, id, nowMs) : []),
        ...(isShown('events') ? await events(tables, found.value, nowMs) : []),
        ...(isShown('changes') ? await changes(tables, found.value) : []),
      ]
        .filter(({ firstAtMs, lastAtMs }) => isOnDay(firstAtMs, lastAtMs, filter.day))
        .sort((a, b) => b.lastAtMs - a.lastAtMs);
      const unexplained = isShown('refused')
        ? await unexplainedCalls(tables, id, entries, filter.day, nowMs)
        : 0;
      const total = entries.length;
      const shown = page === null ? 1 : pageWithin(page, total, PAGE_SIZE);
      return done({
        ...filter,
        nowMs,
        bot: { id, name },
        unexplained,
        page: shown,
        total,
        entries: page === null ? entries : entries.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE),
      });
    });
  return hold === undefined ? read() : inTurn(ports, who, { hold }, read);
}

/** Counted refusals of the last 30 days, or of one, that no entry explains. Calls with a key that is not live are not counted. */
async function unexplainedCalls(
  tables: Tables,
  botId: string,
  entries: readonly ActivityEntry[],
  day: string | null,
  nowMs: number,
): Promise<number> {
  const { days = [] } = (await tables.bots.findAccount(botId)) ?? {};
  const counted = days
    .filter(({ day: each }) => (day === null ? each > dayOf(nowMs) - 30 : each === dayOf(Date.parse(day))))
    .reduce((sum, { rejected }) => sum + rejected, 0);
  const explained = entries
    .filter((entry) => entry.kind === 'refused')
    .filter(({ error }) => error !== ENDED_KEY_ERROR)
    .reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, counted - explained);
}

async function refusedCalls({ refusals, keys }: Tables, botId: string, nowMs: number) {
  const rows = await refusals.listOfBot(botId, nowMs - REFUSALS_KEPT_MS);
  const ids = [...new Set(rows.map(({ keyId }) => keyId))];
  const byId = new Map((await keys.listByIds(ids)).map((key) => [key.id, key]));
  return rows.map((row) => refusedEntry(row, byId.get(row.keyId)));
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
async function events(tables: Tables, bot: Bot, nowMs: number): Promise<EventEntry[]> {
  const listed = await tables.events.listOfBot(bot.id, bot.registeredAtMs, EVENTS_MAX);
  return listed
    .filter(({ type, dueAtMs }) => !isChange(type) && dueAtMs <= nowMs)
    .map((event) => ({
      kind: 'events',
      id: event.id,
      firstAtMs: event.atMs,
      lastAtMs: event.atMs,
      event,
    }));
}

/** Since the registration: entries of a deleted bot with the same id may be another owner's. */
async function changes(tables: Tables, bot: Bot): Promise<ChangeEntry[]> {
  const records = await tables.audit.listOfSubject(bot.id, bot.registeredAtMs, CHANGES_MAX);
  const names = await namesIn(tables, records);
  return records.map((record) => changeEntry(record, names));
}

const changeEntry = (
  { id, atMs, actor, action, before, after }: AuditRecord,
  names: ReadonlyMap<string, string>,
): ChangeEntry => ({
  kind: 'changes',
  id: String(id),
  firstAtMs: atMs,
  lastAtMs: atMs,
  actor,
  actorName: names.get(actor) ?? null,
  action,
  before: withNames(before, names),
  after: withNames(after, names),
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
function withNames(change: object | null, names: ReadonlyMap<string, string>): object | null {
  if (change === null) return null;
  return Object.fromEntries(
    textsOf(change).map(([field, value]) => [
      field,
      ID_FIELDS.includes(field) && typeof value === 'string' ? (names.get(value) ?? value) : value,
    ]),
  );
}
