'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import { changeAlertSettings, readAlertSettings } from '@/lib/services/alerts/settings';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

/** Sets how the caller is notified of events of the bot `botId`: `mute.<type>`, and `mail.<type>` if `withMail`. */
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
      return [type, { isMailed, isMuted: isTicked(`mute.${type}`) }] as const;
    });
    return changeAlertSettings(ports, who, botId, Object.fromEntries(choices));
  });
  // Muting changes the number at the bell.
  if (result.ok) revalidatePath(paths.home, 'layout');
  return formState(form, result, 'Saved.', nothing);
}
