'use server';

import { z } from 'zod';
import { textField, texts, yes } from '@/lib/contract/form-fields';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import { CHOOSABLE_TYPES } from '@/lib/domain/alerts/webhook';
import { changeAlertSettings, readAlertSettings } from '@/lib/services/alerts/settings';
import { formAction } from './form-action';

/**
 * Sets which events of a bot go where: to each `webhook` of the form those of `<its id>.<type>`, and, if `own`, to the caller
 * those of `app.<type>` and, if `withMail`, of `mail.<type>`; with `repeat` the message about a silence is repeated.
 */
export const changeAlertsAction = formAction(
  z.looseObject({ botId: textField, own: yes, withMail: yes, repeat: yes, webhook: texts }),
  async (ports, who, { botId, own, withMail, repeat, webhook, ...boxes }) => {
    const shown = await readAlertSettings(ports, who, botId);
    if (!shown.ok) return shown;
    const { settings } = shown.value;
    const isTicked = (channel: string, type: string) => boxes[`${channel}.${type}`] === 'yes';
    const choices = ALERT_TYPES.map((type) => {
      const isMailed = withMail ? isTicked('mail', type) : settings[type].isMailed;
      const isRepeated = type === 'bot.silent' && repeat;
      return [type, { isMailed, isInApp: isTicked('app', type), isRepeated }] as const;
    });
    return changeAlertSettings(ports, who, botId, {
      ...(own && { own: Object.fromEntries(choices) }),
      webhooks: new Map(webhook.map((id) => [id, CHOOSABLE_TYPES.filter((type) => isTicked(id, type))])),
    });
  },
  { name: 'alerts.change', message: 'Saved.' },
);
