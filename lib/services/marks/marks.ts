import type { Bot } from '@/lib/domain/bots/bot';
import {
  MARK_TEXT_MAX,
  MARKS_LISTED,
  type Mark,
  type MarkKind,
  marksFromMs,
  marksSpan,
  markTimeError,
} from '@/lib/domain/history/mark';
import type { Caller } from '@/lib/domain/people/caller';
import { lineError } from '@/lib/domain/people/names';
import { decideMark } from '@/lib/domain/reports/decide';
import { type Pause, pausedUntilMs } from '@/lib/domain/silences/pause';
import type { AccountRef, Ports, Snapshot } from '@/lib/ports/ports';
import { readOfBot, writeBot } from '../bots/find';
import { fairRead, type WaitingCall } from '../calls/counted-read';
import { done, invalidFields, notFound, type Result } from '../result';

/** A mark as it is asked for: at the time of the call unless `atMs` is given. */
export type NewMark = { readonly text: string; readonly kind: MarkKind; readonly atMs: number | null };

/** A counted call that adds a mark (contract section 13). `null` if the key was revoked or expired meanwhile. */
export async function markByKey(
  { store, secrets }: Pick<Ports, 'store' | 'secrets'>,
  ref: AccountRef,
  mark: NewMark,
  snapshot: Snapshot,
) {
  const id = secrets.newId();
  const result = await store.call(ref, decideMark({ ...mark, id }), snapshot);
  return result && { ...result, mark: { ...mark, id, atMs: mark.atMs ?? result.nowMs } };
}

/** `isTruncated`: there are older ones in the span. */
export type MarksPage = { readonly marks: readonly Mark[]; readonly isTruncated: boolean };

/** A counted read of a bot's marks in a span, as far as its plan's history goes: the newest of them, oldest first. */
export const readMarks = (
  ports: Pick<Ports, 'store' | 'directory'>,
  call: WaitingCall,
  asked: Parameters<typeof marksSpan>[0],
) =>
  fairRead(ports, 'marks', call, async ({ marks }, account, nowMs): Promise<MarksPage> => {
    const span = marksSpan(asked, account, nowMs);
    // One more shows whether there are more.
    const found = await marks.list(account.botId, span, MARKS_LISTED + 1);
    return { marks: found.slice(-MARKS_LISTED), isTruncated: found.length > MARKS_LISTED };
  });

type DirectoryPort = Pick<Ports, 'directory' | 'factorPolicy'>;

/** Adds a mark to a bot that `who` may manage. Never counted as a call. */
export const addMark = (
  ports: DirectoryPort & Pick<Ports, 'secrets'>,
  who: Caller,
  botId: string,
  { text: typed, kind, atMs }: NewMark,
): Promise<Result<Mark>> =>
  writeBot(ports, who, botId, 'addMark', async (tables, bot, nowMs, record) => {
    const text = typed.trim();
    const wrong = {
      text: text === '' ? 'Enter what happened.' : lineError(text, 'text', MARK_TEXT_MAX),
      at: atMs === null ? null : markTimeError(bot, atMs, nowMs),
    };
    if (wrong.text !== null || wrong.at !== null) return invalidFields(wrong);
    const mark = { id: ports.secrets.newId(), text, kind, atMs: atMs ?? nowMs };
    await tables.marks.add(botId, mark);
    await record('marks.add', botId, { after: { markId: mark.id, kind, text } });
    return done(mark);
  });

/** Deletes a mark of a bot that `who` may manage. */
export const deleteMark = (ports: DirectoryPort, who: Caller, botId: string, id: string) =>
  writeBot(ports, who, botId, 'deleteMark', async (tables, _, _nowMs, record): Promise<Result<null>> => {
    if (!(await tables.marks.delete(botId, id))) return notFound('There is no such mark.', 'markId');
    await record('marks.delete', botId, { before: { markId: id } });
    return done(null);
  });

/** The newest marks of a bot that `who` may manage, oldest first, and whether its silence is planned now. */
export type MarksOfBot = {
  readonly nowMs: number;
  readonly bot: Bot;
  readonly marks: readonly Mark[];
  /** The planned silence that lasts; `null` if none does. */
  readonly pause: Pause | null;
};

/** The newest `max` marks of a bot that `who` may manage. */
export const listMarks = (
  ports: DirectoryPort,
  who: Caller,
  botId: string,
  max = MARKS_LISTED,
): Promise<Result<MarksOfBot>> =>
  readOfBot(ports, who, botId, 'listMarks', async (tables, bot, nowMs) => {
    const span = { fromMs: marksFromMs(bot, nowMs), untilMs: Number.MAX_SAFE_INTEGER };
    const untilMs = pausedUntilMs(bot, nowMs);
    const pauses = untilMs === null ? [] : await tables.marks.pauses(botId, { fromMs: nowMs, untilMs });
    return {
      nowMs,
      bot,
      marks: await tables.marks.list(botId, span, max),
      pause: untilMs === null ? null : { fromMs: nowMs, reason: null, ...pauses.at(-1), untilMs },
    };
  });
