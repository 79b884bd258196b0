'use server';

import { z } from 'zod';
import { text } from '@/lib/contract/form-fields';
import { unsubscribe } from '@/lib/services/alerts/settings';
import { formAction } from './form-action';

/** Ends the mails of a link, for whoever has it. */
export const unsubscribeAction = formAction(
  z.object({ token: text }),
  (ports, _, { token }) => unsubscribe(ports, token),
  { name: 'mails.end', message: 'You no longer get these mails.', refreshes: false },
);
