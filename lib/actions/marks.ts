'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { MARK_KINDS, type Mark } from '@/lib/domain/history/mark';
import { parseIsoTime } from '@/lib/domain/text/time';
import { addMark, deleteMark } from '@/lib/services/marks/marks';
import { invalid, type Result } from '@/lib/services/result';
import { pauseBot, resumeBot } from '@/lib/services/silences/pause';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

/** Marks a moment of the bot `botId` with a `text` and a `kind`: `at` in UTC, or now if that is empty. */
export async function addMarkAction(_: FormState, form: FormData): Promise<FormState> {
  const [botId, at] = [field(form, 'botId'), field(form, 'at')];
  const kind = MARK_KINDS.find((each) => each === field(form, 'kind')) ?? 'note';
  const atMs = at === '' ? null : parseIsoTime(`${at}Z`);
  const result = await act('marks.add', async (ports, who): Promise<Result<Mark>> => {
    if (at !== '' && atMs === null) return invalid('Enter a date and a time.', 'at');
    return addMark(ports, who, botId, { text: field(form, 'text'), kind, atMs });
  });
  if (result.ok) revalidatePath(paths.bot(botId).activity);
  return formState(form, result, 'The moment is marked.', nothing);
}

/** Deletes the mark `markId` of the bot `botId`. */
export async function deleteMarkAction(_: FormState, form: FormData): Promise<FormState> {
  const botId = field(form, 'botId');
  const result = await act('marks.delete', (ports, who) =>
    deleteMark(ports, who, botId, field(form, 'markId')),
  );
  if (result.ok) revalidatePath(paths.bot(botId).activity);
  return formState(form, result, 'The mark is deleted.', nothing);
}

/** Plans a silence of the bot `botId` for so many `minutes` from now on, for a `reason` that may be empty. */
export async function pauseBotAction(_: FormState, form: FormData): Promise<FormState> {
  const botId = field(form, 'botId');
  const minutes = Number(field(form, 'minutes') || Number.NaN);
  const result = await act('bot.pause', (ports, who) =>
    pauseBot(ports, who, botId, { minutes, reason: field(form, 'reason') }),
  );
  if (result.ok) revalidatePath(paths.bot(botId).alerts);
  return formState(form, result, 'The silence is planned.', nothing);
}

/** Ends the planned silence of the bot `botId`. */
export async function resumeBotAction(_: FormState, form: FormData): Promise<FormState> {
  const botId = field(form, 'botId');
  const result = await act('bot.resume', (ports, who) => resumeBot(ports, who, botId));
  if (result.ok) revalidatePath(paths.bot(botId).alerts);
  return formState(form, result, 'No silence is planned any more.', nothing);
}
