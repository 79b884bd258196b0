'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { changeSettings } from '@/lib/services/bots/settings';
import { parseSilentAfter } from '@/lib/view/silent-after';
import { act } from './act';
import { field, readerIn } from './fields';
import { formState, nothing } from './form-result';

/** Sets the `name` of the bot `botId`, and its time until silent: `silentAfter` (may be empty) in `unit`. */
export async function changeSettingsAction(_: FormState, form: FormData): Promise<FormState> {
  const botId = field(form, 'botId');
  const { locale } = readerIn(form);
  const silentAfterMs = parseSilentAfter(field(form, 'silentAfter'), field(form, 'unit'), locale);
  const result = await act('bot.change', (ports, who) =>
    changeSettings(ports, who, botId, { name: field(form, 'name'), silentAfterMs }),
  );
  if (result.ok) revalidatePath(paths.bot(botId).settings);
  return formState(form, result, 'The settings are saved.', nothing);
}
