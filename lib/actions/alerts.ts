'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import { CHOOSABLE_TYPES } from '@/lib/domain/alerts/webhook';
import { changeAlertSettings, readAlertSettings } from '@/lib/services/alerts/settings';
import { act } from './act';
import { field, fields, tickedIn } from './fields';
import { formState, nothing } from './form-result';

/**
 * Sets which events of the bot `botId` go where: to each `webhook` of the form those of `<its id>.<type>`, and, if `own`, to
 * the caller those of `app.<type>` and, if `withMail`, of `mail.<type>`; with `repeat` the message about a silence is repeated.
 */
export async function changeAlertsAction(_: FormState, form: FormData): Promise<FormState> {
  const botId = field(form, 'botId');
  const ticked = tickedIn(form);
  const result = await act('alerts.change', async (ports, who) => {
    const shown = await readAlertSettings(ports, who, botId);
    if (!shown.ok) return shown;
    const { settings } = shown.value;
    const withMail = ticked.has('withMail');
    const choices = ALERT_TYPES.map((type) => {
      const isMailed = withMail ? ticked.has(`mail.${type}`) : settings[type].isMailed;
      const isRepeated = type === 'bot.silent' && ticked.has('repeat');
      return [type, { isMailed, isInApp: ticked.has(`app.${type}`), isRepeated }] as const;
    });
    const typesOf = (name: string) => CHOOSABLE_TYPES.filter((type) => ticked.has(`${name}.${type}`));
    return changeAlertSettings(ports, who, botId, {
      ...(ticked.has('own') && { own: Object.fromEntries(choices) }),
      webhooks: new Map(fields(form, 'webhook').map((id) => [id, typesOf(id)])),
    });
  });
  // What is chosen for the app changes the number at the bell, which is on every page.
  if (result.ok) revalidatePath(paths.home, 'layout');
  return formState(form, result, 'Saved.', nothing);
}
