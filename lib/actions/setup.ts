'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import { createFirstAdmin } from '@/lib/services/setup/first-admin';
import { openStartPage, requestOrigin } from '@/lib/session/start-session';
import { formAction } from './form-action';

/** Creates the first admin with the token of the set-up link, and signs them in. */
export const setUp = formAction(
  z.object({ token: textField, email: textField, password: textField }),
  async (ports, _, { token, ...admin }) => createFirstAdmin(ports, token, admin, await requestOrigin()),
  {
    name: 'setup',
    shows: openStartPage,
  },
);
