'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import { MARK_KINDS } from '@/lib/domain/history/mark';
import { parseIsoTime } from '@/lib/domain/text/time';
import { addMark, deleteMark } from '@/lib/services/marks/marks';
import { pauseBot, resumeBot } from '@/lib/services/silences/pause';
import { formAction } from './form-action';

/** A moment in UTC, or `null` for now. */
const moment = textField.transform((at, { addIssue }) => {
  const atMs = at === '' ? null : parseIsoTime(`${at}Z`);
  if (at !== '' && atMs === null) addIssue('Enter a date and a time.');
  return atMs;
});

/** Marks a moment of a bot. */
export const addMarkAction = formAction(
  z.object({ botId: textField, text: textField, kind: z.enum(MARK_KINDS).catch('note'), at: moment }),
  (ports, who, { botId, at: atMs, ...mark }) => addMark(ports, who, botId, { ...mark, atMs }),
  { name: 'marks.add', message: 'The moment is marked.' },
);

/** Deletes a mark of a bot. */
export const deleteMarkAction = formAction(
  z.object({ botId: textField, markId: textField }),
  (ports, who, { botId, markId }) => deleteMark(ports, who, botId, markId),
  { name: 'marks.delete', message: 'The mark is deleted.' },
);

/** Plans a silence of a bot for so many minutes from now on, for a reason that may be empty. */
export const pauseBotAction = formAction(
  z.object({
    botId: textField,
    minutes: textField.transform((minutes) => Number(minutes || Number.NaN)),
    reason: textField,
  }),
  (ports, who, { botId, ...pause }) => pauseBot(ports, who, botId, pause),
  { name: 'bot.pause', message: 'The silence is planned.' },
);

/** Ends the planned silence of a bot. */
export const resumeBotAction = formAction(
  z.object({ botId: textField }),
  (ports, who, { botId }) => resumeBot(ports, who, botId),
  { name: 'bot.resume', message: 'No silence is planned any more.' },
);
