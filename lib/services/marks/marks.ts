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
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { lineError } from '@/lib/domain/people/names';
import { decideMark } from '@/lib/domain/reports/decide';
import { type Pause, pausedUntilMs } from '@/lib/domain/silences/pause';
import type { AccountRef, Ports, Snapshot } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { fairRead, type WaitingCall } from '../calls/counted-read';
import { done, invalidFields, notFound, type Result } from '../result';
import { botLock, writeAs } from '../write';

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

type DirectoryPort = Pick<Ports, 'directory'>;

/** Adds a mark to a bot that `who` may manage. Never counted as a call. */
export const addMark = (
  ports: DirectoryPort & Pick<Ports, 'secrets'>,
  who: Caller,
  botId: string,
  { text: typed, kind, atMs }: NewMark,
): Promise<Result<Mark>> =>
  writeAs(ports, who, [botLock(botId)], async (tables, nowMs, actor) => {
    const found = await findBot(tables, actor, botId);
    if (!found.ok) return found;
    const text = typed.trim();
    const wrong = {
      text: text === '' ? 'Enter what happened.' : lineError(text, 'text', MARK_TEXT_MAX),
      at: atMs === null ? null : markTimeError(found.value, atMs, nowMs),
    };
    if (wrong.text !== null || wrong.at !== null) return invalidFields(wrong);
    const mark = { id: ports.secrets.newId(), text, kind, atMs: atMs ?? nowMs };
    await tables.marks.add(botId, mark);
    const entry = { actor: actorOf(actor), action: 'marks.add', subject: botId } as const;
    await tables.audit.append({ ...entry, after: { markId: mark.id, kind, text } }, nowMs);
    return done(mark);
  });

/** Deletes a mark of a bot that `who` may manage. */
export const deleteMark = (ports: DirectoryPort, who: Caller, botId: string, id: string) =>
  writeAs(ports, who, [botLock(botId)], async (tables, nowMs, actor): Promise<Result<null>> => {
    const found = await findBot(tables, actor, botId);
    if (!found.ok) return found;
    if (!(await tables.marks.delete(botId, id))) return notFound('There is no such mark.', 'markId');
    const entry = { actor: actorOf(actor), action: 'marks.delete', subject: botId } as const;
    await tables.audit.append({ ...entry, before: { markId: id } }, nowMs);
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
  { directory }: DirectoryPort,
  who: Caller,
  botId: string,
  max = MARKS_LISTED,
): Promise<Result<MarksOfBot>> =>
  directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, botId);
    if (!found.ok) return found;
    const bot = found.value;
    const span = { fromMs: marksFromMs(bot, nowMs), untilMs: Number.MAX_SAFE_INTEGER };
    const untilMs = pausedUntilMs(bot, nowMs);
    const pauses = untilMs === null ? [] : await tables.marks.pauses(botId, { fromMs: nowMs, untilMs });
    return done({
      nowMs,
      bot,
      marks: await tables.marks.list(botId, span, max),
      pause: untilMs === null ? null : { fromMs: nowMs, reason: null, ...pauses.at(-1), untilMs },
    });
  });
