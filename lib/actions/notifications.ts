'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import { parseNotificationCursor } from '@/lib/domain/alerts/notification';
import { markRead, markTheseRead } from '@/lib/services/events/list-own';
import { invalid } from '@/lib/services/result';
import { formAction } from './form-action';

/** Marks the caller's notifications as read up to the cursor `upTo`. */
export const markReadAction = formAction(
  z.object({ upTo: textField.transform(parseNotificationCursor) }),
  async (ports, who, { upTo }) =>
    upTo === null ? invalid('Reload the page and try again.') : markRead(ports, who, upTo),
  { name: 'notifications.read' },
);

/** Marks some of the caller's notifications as read: `eventIds`, separated by spaces. */
export const markTheseReadAction = formAction(
  z.object({ eventIds: textField.transform((ids) => ids.split(' ')) }),
  (ports, who, { eventIds }) => markTheseRead(ports, who, eventIds),
  { name: 'notifications.read' },
);
