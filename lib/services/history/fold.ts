import { foldedBeforeMs } from '@/lib/domain/history/history';
import { dueHours, nextDueAtMs } from '@/lib/domain/history/retention';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import type { History, Ports, Tables } from '@/lib/ports/ports';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { SetAside } from '../set-aside';
import { botLock, FOLDING_LOCK } from '../write';

type FoldOptions = {
  readonly signal?: AbortSignal;
  /** Called after each transaction; lets other processes write before the next. */
  readonly pause?: () => Promise<void>;
  /** Folds even if another process does; that one stops. */
  readonly takesOver?: boolean;
  readonly aside?: SetAside;
  /** Called with the hours that a transaction has folded. */
  readonly onFolded?: (hours: number) => void;
};
type DirectoryPort = Pick<Ports, 'directory'>;

const HISTORIES_PER_ROUND = 200;

/** Several times what a transaction takes, so that calls in other processes find the database free. */
export const PAUSE_MS = 10;

/**
 * Folds or deletes the oldest hours of all bots that are due (contract section 1): those of which six hours are older than a
 * week, or than the plan keeps. Stops early when `signal` is aborted, or while another process folds.
 */
export async function foldDue(
  { directory }: DirectoryPort,
  { takesOver = false, aside = new SetAside(), ...options }: FoldOptions = {},
): Promise<void> {
  const claim = new FoldingClaim(directory, takesOver);
  let isLast = false;
  while (!isLast) {
    const { botIds, nowMs } = await directory.read(async ({ folding }, nowMs) => ({
      botIds: await folding.due(nowMs, aside.ids(nowMs), HISTORIES_PER_ROUND),
      nowMs,
    }));
    const isDone = await foldByTurns(directory, botIds, { ...options, nowMs, claim, aside });
    isLast = !isDone || botIds.length < HISTORIES_PER_ROUND;
  }
  await claim.release();
}

type TurnOptions = Omit<FoldOptions, 'takesOver'> & {
  readonly aside: SetAside;
  readonly nowMs: number;
  readonly claim: FoldingClaim;
};

/**
 * Folds or deletes all that can be of some bots. By turns, because PostgreSQL stores the reports of all bots in the order in
 * which they were received: those of an hour share pages, and each page that changes is written to the WAL as a whole once
 * per checkpoint. Returns false if it had to stop.
 */
async function foldByTurns(
  directory: Ports['directory'],
  botIds: readonly string[],
  { signal, pause, nowMs, claim, aside, onFolded }: TurnOptions,
): Promise<boolean> {
  let foldedAtMs = nowMs;
  let waiting = botIds.map((botId) => ({ botId, fromMs: Number.MIN_SAFE_INTEGER }));
  while (waiting.length > 0) {
    const left: typeof waiting = [];
    for (const { botId, fromMs } of waiting) {
      if (signal?.aborted || !(await claim.isHeld(foldedAtMs))) return false;
      await aside.attempt(botId, async () => {
        const folded = await directory.write([botLock(botId)], async (tables, nowMs) => {
          foldedAtMs = nowMs;
          return foldOldest(tables, botId, fromMs, nowMs);
        });
        await pause?.();
        if (folded === null) return;
        onFolded?.((folded.untilMs - folded.fromMs) / HOUR_MS);
        if (folded.isLeft) left.push({ botId, fromMs: folded.untilMs });
      });
    }
    waiting = left;
  }
  return true;
}

/**
 * Folds or deletes the oldest hours of one bot's reports since `fromMs`: up to 360 reports, for which its calls wait a few
 * milliseconds. Returns from when until when there are none left, and whether later ones can be folded; `null` if there is
 * no such bot.
 */
async function foldOldest({ folding }: Tables, botId: string, fromMs: number, nowMs: number) {
  const oldest = await folding.lockOldest(botId, fromMs);
  if (oldest === null) return null;
  const { untilMs, isFolded, deletedBeforeMs } = dueHours(oldest, nowMs);
  if (isFolded) await folding.fold(botId, fromMs, untilMs);
  const firstMs = Math.min(oldest.oldestMs ?? untilMs, untilMs);
  if (firstMs < untilMs) await folding.deleteReports(botId, fromMs, untilMs);
  await folding.deleteHours(botId, deletedBeforeMs);
  const nextMs = await folding.oldestReportMs(botId, untilMs);
  await folding.setDue(botId, nextDueAtMs({ ...oldest, oldestMs: nextMs }, nowMs));
  const endMs = foldedBeforeMs(nowMs);
  const isLeft = firstMs < untilMs && nextMs !== null && nextMs < endMs;
  return { fromMs: firstMs, untilMs: isLeft ? nextMs : Math.max(firstMs, endMs), isLeft };
}

type StoredCounts = Awaited<ReturnType<History['count']>>;

/** Starts folding for good, now, and folds all that is due. Returns what was and what is stored. */
export async function foldAll(
  { directory }: DirectoryPort,
  pause?: () => Promise<void>,
  progress: Progress = noProgress,
): Promise<{ readonly before: StoredCounts; readonly after: StoredCounts }> {
  const count = () => directory.read(({ history }) => history.count());
  const before = await count();
  await directory.write([], ({ folding }, nowMs) => folding.start(nowMs));
  let total = 0;
  for await (const { oldest, beforeMs } of oldHistories(directory))
    for (const { oldestMs } of oldest) total += (beforeMs - oldestMs) / HOUR_MS;
  let done = 0;
  const onFolded = (hours: number) => {
    done += hours;
    progress('Folding the hours of all bots', Math.round(done), Math.round(total), 'hours');
  };
  onFolded(0);
  const claim = new FoldingClaim(directory, true);
  const options = { ...(pause && { pause }), onFolded, claim, aside: new SetAside() };
  for await (const { oldest, nowMs } of oldHistories(directory)) {
    const botIds = oldest.map(({ botId }) => botId);
    if (!(await foldByTurns(directory, botIds, { ...options, nowMs }))) break;
  }
  await claim.release();
  return { before, after: await count() };
}

/** The bots with reports that can be folded or deleted, some at a time. */
async function* oldHistories(directory: Ports['directory']) {
  for (let afterBotId: string | undefined = ''; afterBotId !== undefined; ) {
    const from: string = afterBotId;
    const { round, nowMs } = await directory.read(async ({ history }, nowMs) => ({
      round: await history.list(from, HISTORIES_PER_ROUND),
      nowMs,
    }));
    const beforeMs = foldedBeforeMs(nowMs);
    const oldest = round.flatMap(({ botId, bot, oldestReportMs: oldestMs }) =>
      bot !== null && oldestMs !== null && oldestMs < beforeMs ? [{ botId, oldestMs }] : [],
    );
    yield { oldest, beforeMs, nowMs };
    afterBotId = round.length < HISTORIES_PER_ROUND ? undefined : round.at(-1)?.botId;
  }
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
