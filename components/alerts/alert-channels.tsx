import { Bell, Hash, Mail, Webhook as WebhookIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { ALERT_TYPES, type AlertSettings } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { TYPES_OF_PRESET } from '@/lib/view/event-types';
import { webhookKind, webhookName } from '@/lib/view/webhook-state';

export const WEBHOOK_ICONS = { discord: <Hash />, signed: <WebhookIcon /> } as const;

export type Alerts = {
  settings: AlertSettings;
  /** Whether the settings of the app and email are the reader's own. */
  isOwn: boolean;
  /** Whether they are also what is repeated to Discord. */
  isOwners: boolean;
  /** Whether this service sends email. */
  hasMail: boolean;
  webhooks: readonly Webhook[];
};

/** A column of the matrix; the name of a box is `<name>.<type>`. */
export type Channel = {
  readonly name: string;
  readonly title: string;
  readonly icon: ReactElement;
  /** What tells it apart from others of its title, which is this too where there are none. */
  readonly detail: string;
  /** What it can get: the owner's own channels never get votes. */
  readonly types: readonly EventType[];
  readonly saved: readonly EventType[];
  readonly isFixed: boolean;
};

/** The channels of a bot's events, each with the types that it gets. */
export function channelsOf({ settings, isOwn, hasMail, webhooks }: Alerts): Channel[] {
  const own = (name: string, title: string, icon: ReactElement, key: 'isInApp' | 'isMailed'): Channel => ({
    ...{ name, title, icon, detail: title, types: ALERT_TYPES, isFixed: !isOwn },
    saved: ALERT_TYPES.filter((type) => settings[type][key]),
  });
  return [
    own('app', 'In the app', <Bell />, 'isInApp'),
    ...(hasMail ? [own('mail', 'Email', <Mail />, 'isMailed')] : []),
    ...webhooks.map((webhook) => ({
      name: webhook.id,
      title: webhookKind(webhook),
      icon: WEBHOOK_ICONS[webhook.kind],
      detail: webhookName(webhook),
      types: TYPES_OF_PRESET.everything,
      saved: webhook.eventTypes,
      isFixed: false,
    })),
  ];
}
