'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import { unsubscribe } from '@/lib/services/alerts/settings';
import { formAction } from './form-action';

/** Unsubscribes from the mails of a link, without sign-in. */
export const unsubscribeAction = formAction(
  z.object({ token: textField }),
  (ports, _, { token }) => unsubscribe(ports, token),
  { name: 'mails.end', message: 'You no longer get these mails.', refreshes: false },
);
