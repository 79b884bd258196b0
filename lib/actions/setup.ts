'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { text } from '@/lib/contract/form-fields';
import { startPageOf } from '@/lib/contract/paths';
import { createFirstAdmin } from '@/lib/services/setup/first-admin';
import { requestOrigin, startSession } from '@/lib/session/start-session';
import { formAction } from './form-action';

/** Creates the first admin with the token of the set-up link, and signs them in. */
export const setUp = formAction(
  z.object({ token: text, email: text, password: text }),
  async (ports, _, { token, ...admin }) => createFirstAdmin(ports, token, admin, await requestOrigin()),
  {
    name: 'setup',
    shows: async ({ signedIn, user }) => {
      await startSession(signedIn);
      return redirect(startPageOf(user));
    },
  },
);
