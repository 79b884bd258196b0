'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import { changeAlertSettings, readAlertSettings } from '@/lib/services/alerts/settings';
import { act } from './act';
import { field, fields } from './fields';
import { formState, nothing } from './form-result';

/**
 * Sets which events of the bot `botId` go where: to each `webhook` of the form those of `<its id>.<type>`, and, if `own`, to
 * the caller those of `app.<type>` and, if `withMail`, of `mail.<type>`.
 */
export async function changeAlertsAction(_: FormState, form: FormData): Promise<FormState> {
  const botId = field(form, 'botId');
  const isTicked = (name: string) => field(form, name) === 'yes';
  const result = await act('alerts.change', async (ports, who) => {
    const shown = await readAlertSettings(ports, who, botId);
    if (!shown.ok) return shown;
    const { settings } = shown.value;
    const withMail = isTicked('withMail');
    const choices = ALERT_TYPES.map((type) => {
      const isMailed = withMail ? isTicked(`mail.${type}`) : settings[type].isMailed;
      return [type, { isMailed, isInApp: isTicked(`app.${type}`) }] as const;
    });
    const typesOf = (name: string) => ALERT_TYPES.filter((type) => isTicked(`${name}.${type}`));
    return changeAlertSettings(ports, who, botId, {
      ...(isTicked('own') && { own: Object.fromEntries(choices) }),
      webhooks: new Map(fields(form, 'webhook').map((id) => [id, typesOf(id)])),
    });
  });
  // It changes the number at the bell.
  if (result.ok) revalidatePath(paths.home, 'layout');
  return formState(form, result, 'Saved.', nothing);
}
