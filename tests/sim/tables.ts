import { DEFAULT_ALERTS } from '@/lib/domain/alerts/alert-settings';
import type { Account } from '@/lib/domain/bots/account';
import type { Bot, BotListing } from '@/lib/domain/bots/bot';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { pauseEndMs } from '@/lib/domain/silences/pause';
import type { SilenceSearch } from '@/lib/domain/silences/silence';
import type { Tables } from '@/lib/ports/ports';
import type { Rows, Session } from './database';
import { outboxOn } from './outbox';
import { accessTo, type Statement } from './rows';

const botOf = ({ account }: Rows['bots']): Bot => {
  const {
    botId,
    cycle: _c,
    leftCycles: _l,
    days: _d,
    usagePart: _u,
    lastReport: _r,
    reportsTotal: _t,
    ...rest
  } = account;
  return { ...rest, id: botId, isPublic: false };
};

/** What is simulated of the tables. */
export type Simulated = { readonly [Name in keyof Tables]?: Partial<Tables[Name]> };

/** The tables that the simulated services use, over a session; rows are locked as they are changed. */
export function tablesOn(session: Session, statement: Statement): Tables {
  const access = accessTo(session, statement);
  const { read, write, remove, idsWhere } = access;
  const tables = {
    users: {
      findById: (id) => read(() => session.get('users', id) ?? null),
      listByIds: (ids) => read(() => session.all('users').filter(({ id }) => ids.includes(id))),
      listEnabledAdmins: () => read(() => []),
    },
    bots: {
      findById: (id) =>
        read(() => {
          const row = session.get('bots', id);
          return row === undefined ? null : botOf(row);
        }),
      findAccount: (id) => read(() => session.get('bots', id)?.account ?? null),
      listByIds: (ids) =>
        read(() =>
          ids.flatMap((id): BotListing[] => {
            const row = session.get('bots', id);
            return row === undefined
              ? []
              : [{ bot: botOf(row), account: row.account, owner: { id: '', name: '', email: '' } }];
          }),
        ),
      async update(id, { isDisabled, isPublic: _, ...change }, nowMs) {
        await write('bots', [id], (row) => {
          if (row === undefined) return undefined;
          const disabling =
            isDisabled === undefined ? {} : { isDisabled, ...(isDisabled ? { disabledAtMs: nowMs } : {}) };
          const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
          const moves = isDisabled !== undefined || change.plan !== undefined;
          return {
            account: { ...row.account, ...given, ...disabling },
            version: row.version + (moves ? 1 : 0),
          };
        });
      },
    },
    planRequests: {
      find: () => read(() => null),
      delete: () => read(() => {}),
    },
    // Pauses as pages show them; what counts is the end of the last one, in the row of the bot.
    marks: {
      countPauses: () => read(() => 0),
      endPauses: () => read(() => {}),
      addPause: () => read(() => {}),
    },
    audit: { append: () => read(() => {}) },
    alertSettings: { find: () => read(() => DEFAULT_ALERTS) },
    history: {
      oldestReportMs: (botId, fromMs) =>
        read(() => {
          const times = session
            .all('reports')
            .flatMap((each) => (each.botId === botId && each.atMs >= fromMs ? [each.atMs] : []));
          return times.length === 0 ? null : Math.min(...times);
        }),
      list: (afterBotId, max) =>
        read(() => {
          const ids = new Set([...session.all('reports'), ...session.all('hours')].map(({ botId }) => botId));
          const first = (times: readonly number[]) => (times.length === 0 ? null : Math.min(...times));
          return [...ids]
            .filter((id) => id > afterBotId)
            .sort()
            .slice(0, max)
            .map((botId) => {
              const row = session.get('bots', botId);
              return {
                botId,
                oldestReportMs: first(
                  session.all('reports').flatMap((r) => (r.botId === botId ? [r.atMs] : [])),
                ),
                oldestHourMs: first(
                  session.all('hours').flatMap((h) => (h.botId === botId ? [h.hourMs] : [])),
                ),
                ...{ oldestMarkMs: null, oldestPauseMs: null },
                bot: row === undefined ? null : botOf(row),
              };
            });
        }),
      async prune(botId, beforeMs) {
        await remove(
          'reports',
          idsWhere('reports', (r) => r.botId === botId && r.atMs < beforeMs),
        );
        await remove(
          'hours',
          idsWhere('hours', (h) => h.botId === botId && h.hourMs <= beforeMs - HOUR_MS),
        );
        return false;
      },
      foldingFromMs: () => read(() => 0),
    },
    facts: {
      find: (name) => read(() => session.get('facts', name) ?? null),
      put: (name, value, nowMs) => write('facts', [name], () => ({ atMs: nowMs, value })),
    },
    serving: {
      async renew(nowMs, untilMs) {
        const latest = session.entries('serving').at(-1);
        const id =
          latest !== undefined && latest[1].untilMs >= nowMs ? latest[0] : String(nowMs).padStart(16, '0');
        await write('serving', [id], (row) => ({
          fromMs: row?.fromMs ?? nowMs,
          untilMs: Math.max(row?.untilMs ?? 0, untilMs),
        }));
      },
      since: (fromMs) => read(() => session.all('serving').filter(({ untilMs }) => untilMs > fromMs)),
      prune: (beforeMs) =>
        remove(
          'serving',
          idsWhere('serving', ({ untilMs }) => untilMs < beforeMs),
        ),
    },
    silences: {
      look: (search, afterBotId, max) =>
        read(() => {
          const slice = accountsAfter(session, afterBotId).slice(0, max);
          return {
            bots: slice.length,
            lastBotId: slice.at(-1)?.botId ?? '',
            alive: slice.filter((each) => isAlive(each, search)).length,
            suspects: slice.filter((each) => isSuspect(each, search)).length,
          };
        }),
      suspects: (search, afterBotId, lastBotId, max) =>
        read(() => {
          const accounts = accountsAfter(session, afterBotId)
            .filter((each) => each.botId <= lastBotId && isSuspect(each, search))
            .slice(0, max);
          return { accounts, lastBotId: accounts.at(-1)?.botId ?? lastBotId };
        }),
      countNotified: (sinceMs) =>
        read(
          () =>
            session.all('events').filter(({ event }) => event.type === 'bot.silent' && event.atMs > sinceMs)
              .length,
        ),
    },
  } satisfies Simulated;
  return complete({ ...tables, ...outboxOn(session, access) });
}

const accountsAfter = (session: Session, afterBotId: string): Account[] =>
  session.entries('bots').flatMap(([id, { account }]) => (id > afterBotId ? [account] : []));

const signAfter = ({ lastReport, lastHeartbeatAtMs }: Account, ms: number) =>
  Math.max(lastReport?.atMs ?? -1, lastHeartbeatAtMs ?? -1) > ms;
function limitOf({ silentAfterMs: own, plan }: Account, search: SilenceSearch): number {
  return own === null ? search.lastSignMs[plan] : Math.min(search.nowMs - own, search.lastSignOfOwnMs);
}
const pauseAfter = (account: Account, ms: number, nowMs: number) => (pauseEndMs(account, nowMs) ?? -1) > ms;
const isAlive = (account: Account, search: SilenceSearch) =>
  !account.isDisabled &&
  signAfter(account, limitOf(account, search)) &&
  !pauseAfter(account, search.nowMs, search.nowMs);
function isSuspect(account: Account, search: SilenceSearch): boolean {
  if (account.isDisabled) return false;
  if (account.alerts.silentSinceMs !== null)
    return (account.lastHeartbeatAtMs ?? -1) > search.nowMs - HOUR_MS;
  const limitMs = limitOf(account, search);
  const isLate = signAfter(account, search.fromMs) && !signAfter(account, limitMs);
  return isLate && !pauseAfter(account, limitMs, search.nowMs);
}

/** Names what a service uses and the simulation lacks. */
const complete = (tables: Simulated): Tables =>
  new Proxy(tables, {
    get: (of, name) =>
      new Proxy(Reflect.get(of, name) ?? {}, {
        get: (table, method) => {
          const found: unknown = Reflect.get(table, method);
          if (found === undefined) throw new Error(`${String(name)}.${String(method)} is not simulated.`);
          return found;
        },
      }),
  }) as Tables;
