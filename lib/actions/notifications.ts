'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import { parseNotificationCursor } from '@/lib/domain/alerts/notification';
import { markOneRead, markRead } from '@/lib/services/events/list-own';
import { invalid } from '@/lib/services/result';
import { formAction } from './form-action';

/** Marks the caller's notifications as read up to the cursor `upTo`. */
export const markReadAction = formAction(
  z.object({ upTo: textField.transform(parseNotificationCursor) }),
  async (ports, who, { upTo }) =>
    upTo === null ? invalid('Reload the page and try again.') : markRead(ports, who, upTo),
  { name: 'notifications.read' },
);

/** Marks one of the caller's notifications as read. */
export const markOneReadAction = formAction(
  z.object({ eventId: textField }),
  (ports, who, { eventId }) => markOneRead(ports, who, eventId),
  { name: 'notifications.read' },
);
