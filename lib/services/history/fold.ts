import type { Account } from '@/lib/domain/bots/account';
import { foldedBeforeMs } from '@/lib/domain/history/history';
import { retentionEffect } from '@/lib/domain/history/retention';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import type { Decision } from '@/lib/domain/reports/decide';
import type { History, Ports } from '@/lib/ports/ports';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { SetAside } from '../set-aside';
import { FOLDING_LOCK } from '../write';

type FoldingPorts = Pick<Ports, 'store' | 'directory'>;
type FoldOptions = {
  readonly signal?: AbortSignal;
  /** Called after each transaction; lets other processes write before the next. */
  readonly pause?: () => Promise<void>;
  /** Whole hours that are left to the next reports of a bot. */
  readonly hoursLeft?: number;
  /** Folds even if another process does; that one stops. */
  readonly takesOver?: boolean;
  readonly aside?: SetAside;
  /** Called with the hours that a transaction has folded. */
  readonly onFolded?: (hours: number) => void;
};

const HISTORIES_PER_ROUND = 200;
/** Hours folded per transaction: up to 240 reports, for which calls of this bot wait a few milliseconds. */
const HOURS_AT_ONCE = 4;

/** Several times what a transaction takes, so that calls in other processes find the database free. */
export const PAUSE_MS = 10;

/**
 * Folds reports that are older than a week into their hours (contract section 1), for the next bots after
 * `afterBotId`. New reports do the same for their own bot; this covers bots that are silent, and what was sent before
 * an upgrade. Stops early when `signal` is aborted, or while another process folds. Returns the cursor for the next
 * call, `''` at the end.
 */
export async function foldHistories(
  ports: FoldingPorts,
  afterBotId: string,
  { hoursLeft = 0, takesOver = false, aside = new SetAside(), ...options }: FoldOptions = {},
): Promise<string> {
  const { round, beforeMs, nowMs, except } = await ports.directory.read(async ({ history }, nowMs) => {
    const foldingFromMs = await history.foldingFromMs();
    const hasStarted = foldingFromMs !== null && foldingFromMs <= nowMs;
    return {
      except: new Set(aside.ids(nowMs)),
      round: hasStarted ? await history.list(afterBotId, HISTORIES_PER_ROUND) : [],
      beforeMs: foldedBeforeMs(nowMs) - hoursLeft * HOUR_MS,
      nowMs,
    };
  });
  const due = round.flatMap(({ botId, bot, oldestReportMs: oldestMs }) =>
    bot !== null && oldestMs !== null && oldestMs < beforeMs && !except.has(botId)
      ? [{ botId, oldestMs }]
      : [],
  );
  const claim = new FoldingClaim(ports.directory, takesOver);
  const mayGoOn = async (nowMs: number) => !options.signal?.aborted && (await claim.isHeld(nowMs));
  const isDone = await foldByTurns(ports, due, beforeMs, { ...options, nowMs, mayGoOn, aside });
  await claim.release();
  if (!isDone) return afterBotId;
  return round.length < HISTORIES_PER_ROUND ? '' : (round.at(-1)?.botId ?? '');
}

type OldReports = { readonly botId: string; readonly oldestMs: number };
type TurnOptions = Pick<FoldOptions, 'pause' | 'onFolded'> & {
  readonly aside: SetAside;
  readonly nowMs: number;
  readonly mayGoOn: (nowMs: number) => Promise<boolean>;
};

/**
 * Folds all reports before `beforeMs`. By turns, because PostgreSQL stores the reports of all bots in the order in which
 * they were received: those of an hour share pages, and each page that changes is written to the WAL as a whole once per
 * checkpoint. Returns false if it had to stop.
 */
async function foldByTurns(
  ports: FoldingPorts,
  due: readonly OldReports[],
  beforeMs: number,
  { pause, nowMs, mayGoOn, aside, onFolded }: TurnOptions,
): Promise<boolean> {
  let foldedAtMs = nowMs;
  let waiting = due;
  while (waiting.length > 0) {
    const left: OldReports[] = [];
    for (const old of waiting) {
      if (!(await mayGoOn(foldedAtMs))) return false;
      await aside.attempt(old.botId, async () => {
        const { oldestMs, nowMs } = await foldOldest(ports, old, pause);
        onFolded?.((Math.min(oldestMs ?? beforeMs, beforeMs) - old.oldestMs) / HOUR_MS);
        if (oldestMs !== null && oldestMs < beforeMs) left.push({ botId: old.botId, oldestMs });
        foldedAtMs = nowMs;
      });
    }
    waiting = left;
  }
  return true;
}

/**
 * Folds the oldest hours of one bot's reports. `oldestMs` of the result is the time of its oldest report after that;
 * `null` if there is none, or if the oldest is still the same, so that trying again would not end.
 */
async function foldOldest(
  { store, directory }: FoldingPorts,
  { botId, oldestMs }: OldReports,
  pause: FoldOptions['pause'],
): Promise<{ readonly oldestMs: number | null; readonly nowMs: number }> {
  await store.call({ botId }, decideFold(oldestMs));
  await pause?.();
  return directory.read(async ({ history }, nowMs) => {
    const leftMs = await history.oldestReportMs(botId, oldestMs);
    return { oldestMs: leftMs === oldestMs ? null : leftMs, nowMs };
  });
}

/** Deletes expired reports too, because they are the oldest. */
const decideFold =
  (fromMs: number) =>
  (account: Account, nowMs: number): Decision<null> => ({
    account,
    effects: [retentionEffect(account, nowMs, HOURS_AT_ONCE, fromMs)],
    outcome: null,
  });

type StoredCounts = Awaited<ReturnType<History['count']>>;

/** Starts folding for good, now, and folds all that is due. Returns what was and what is stored. */
export async function foldAll(
  ports: Pick<Ports, 'store' | 'directory'>,
  pause?: () => Promise<void>,
  progress: Progress = noProgress,
): Promise<{ readonly before: StoredCounts; readonly after: StoredCounts }> {
  const count = () => ports.directory.read(({ history }) => history.count());
  const before = await count();
  await ports.directory.write([], ({ history }, nowMs) => history.startFolding(nowMs));
  const total = await hoursToFold(ports);
  let done = 0;
  const onFolded = (hours: number) => {
    done += hours;
    progress('Folding the hours of all bots', Math.round(done), Math.round(total), 'hours');
  };
  onFolded(0);
  let afterBotId = '';
  do {
    afterBotId = await foldHistories(ports, afterBotId, {
      takesOver: true,
      onFolded,
      ...(pause === undefined ? {} : { pause }),
    });
  } while (afterBotId !== '');
  return { before, after: await count() };
}

/** From the oldest report of each bot to the youngest that is due, all bots together. */
async function hoursToFold({ directory }: Pick<Ports, 'directory'>): Promise<number> {
  let hours = 0;
  for (let afterBotId: string | undefined = ''; afterBotId !== undefined; ) {
    const from: string = afterBotId;
    const { round, beforeMs } = await directory.read(async ({ history }, nowMs) => ({
      round: await history.list(from, HISTORIES_PER_ROUND),
      beforeMs: foldedBeforeMs(nowMs),
    }));
    for (const { bot, oldestReportMs } of round)
      if (bot !== null && oldestReportMs !== null) hours += Math.max(0, beforeMs - oldestReportMs) / HOUR_MS;
    afterBotId = round.length < HISTORIES_PER_ROUND ? undefined : round.at(-1)?.botId;
  }
  return hours;
}

const RENEWED_EVERY_MS = 5_000;
/** After this time without a renewal the process has ended. */
const LASTS_MS = 20_000;
/** The time of a claim that nobody holds. */
const RELEASED_AT_MS = 0;

/**
 * Lets one process at a time fold: several would load the database, for which calls wait, several times as much. It is no
 * lock, because two processes at once fold each report once too.
 */
class FoldingClaim {
  readonly #directory: Ports['directory'];
  readonly #takesOver: boolean;
  #claimedAtMs: number | null = null;

  /** With `takesOver`, the process that folds now stops, unless it took over too. */
  constructor(directory: Ports['directory'], takesOver: boolean) {
    this.#directory = directory;
    this.#takesOver = takesOver;
  }

  /** Whether this process may fold at `nowMs`; claims it if nobody else does. */
  async isHeld(nowMs: number): Promise<boolean> {
    const heldAtMs = this.#claimedAtMs;
    if (heldAtMs !== null && isWithin(RENEWED_EVERY_MS, heldAtMs, nowMs)) return true;
    this.#claimedAtMs = await this.#directory.write([FOLDING_LOCK], async ({ facts }, nowMs) => {
      const last = await facts.find('folding');
      const isOthers = last !== null && last.atMs !== heldAtMs && isWithin(LASTS_MS, last.atMs, nowMs);
      if (isOthers && !this.#takesOver) return null;
      await facts.put('folding', {}, nowMs);
      return nowMs;
    });
    return this.#claimedAtMs !== null;
  }

  /** Lets others fold at once, unless one has taken over. */
  async release(): Promise<void> {
    const heldAtMs = this.#claimedAtMs;
    if (heldAtMs === null) return;
    await this.#directory.write([FOLDING_LOCK], async ({ facts }) => {
      const last = await facts.find('folding');
      if (last?.atMs === heldAtMs) await facts.put('folding', {}, RELEASED_AT_MS);
    });
  }
}

/** A later time, as after a clock step back, is not within. */
const isWithin = (ms: number, atMs: number, nowMs: number): boolean => atMs <= nowMs && nowMs - atMs < ms;
